/** The interface between the page and a game's table. */
import type { Component, Snippet } from "svelte";
import type { OpenHand, Position, Room } from "../protocol/messages";
import type { Settings } from "../settings.svelte";
import type { Translate } from "../words.svelte";

/** P is the type of the game's positions. */
export interface TableProps<P extends Position = Position> {
  position: P;
  room: Room;
  /** Events to play on the way to `position`. If empty, the position is drawn without animation. */
  newEvents: P["events"];
  /** In the opening of a game: how many seats have their turn before the first person. The bots' moves are then shown quickly. */
  turnsBefore?: number;
  /** Must be called once `newEvents` have been played. The page then passes the next position. */
  onplayed: () => void;
  /** Sends the text of a legal action. */
  act: (action: string) => void;
  /** An action has been sent and not yet answered. Nothing can be chosen meanwhile. */
  pending: boolean;
  t: Translate;
  settings: Settings;
  /** The bar that says whose turn it is. The table renders it with its own action buttons, and says what it is showing: `{@render bar(buttons, show)}`. */
  bar: Snippet<[Snippet, (Show | null)?]>;
  /** What the page has to say beside the game, if anything. */
  notes?: Snippet | undefined;
  /** All hands by seat, in a replay and after the end of a game. */
  hands?: OpenHand[] | null;
}

/** What a table is showing while it plays events. */
export interface Show {
  /** What happens on the table now. May be empty. */
  status: string;
  /** Goes on to the next summary; null if there is none ahead. */
  skip: (() => void) | null;
}

export type TableComponent = Component<TableProps>;
