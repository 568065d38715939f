/** The hands that become public at the end of a game. */
import type { OpenHand, Replay, Room } from "./protocol/messages";

export class FinalHands {
  #loadReplay: () => Promise<Replay>;
  #hands: Promise<OpenHand[] | null> | null = null;

  constructor(loadReplay: () => Promise<Replay>) {
    this.#loadReplay = loadReplay;
  }

  /** The hands if the game is finished, else null. May be called for each room message. */
  async forRoom(room: Room): Promise<OpenHand[] | null> {
    if (room.state !== "finished") return null;
    this.#hands ??= this.#load();
    return this.#hands;
  }

  async #load(): Promise<OpenHand[] | null> {
    try {
      return (await this.#loadReplay()).steps.at(-1)?.hands ?? null;
    } catch (error) {
      this.#hands = null; // the next room message tries again
      throw error;
    }
  }
}
