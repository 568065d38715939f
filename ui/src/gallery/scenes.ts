/** Situations to draw, made by hand or taken from real games. */
import type { OpenHand, Position, Room, WireEvent } from "../protocol/messages";

export interface Scene {
  name: string;
  room: Room;
  position: Position;
  /** Played when the scene is opened with ?play. */
  fresh?: WireEvent[];
  hands?: OpenHand[];
}

export const scenes: Scene[] = [];
