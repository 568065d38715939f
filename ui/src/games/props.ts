/** What the page hands to a game's table, whichever game it is. */
import type { Component, Snippet } from "svelte";
import type { Position, Room, WireEvent } from "../protocol/messages";
import type { Settings } from "../settings.svelte";
import type { Translate } from "../words.svelte";

export interface TableProps {
  position: Position;
  room: Room;
  /** What happened since the position before: to be shown, one after the other. Empty: draw the position as it is. */
  fresh: WireEvent[];
  /** To be called once `fresh` has been shown; only then the page hands over the next position. */
  done: () => void;
  /** Sends a legal action's text. */
  act: (action: string) => void;
  t: Translate;
  settings: Settings;
  /** The bar that says whose turn it is: `{@render bar(buttons)}` above the hand, with the table's own action buttons. */
  bar: Snippet<[Snippet]>;
  /** In a replay, everybody's cards: by seat. */
  hands?: import("../protocol/messages").OpenHand[] | null;
}

export type TableComponent = Component<TableProps>;
