/** Situations from real games, written by docs/scenes.py. */
import type { OpenHand, Position, Room, WireEvent } from "../protocol/messages";
import scenesJson from "./scenes.json";

export interface Scene {
  name: string;
  room: Room;
  /** The position from which the events of `position` start. */
  before: Position;
  position: Position;
  history: WireEvent[];
  hands: OpenHand[] | null;
}

export const scenes = scenesJson as unknown as Scene[];
