/** The types of one game's messages. The server names the game in each view, and sends only events of that game. */
import type { EventByGame, Position, View } from "../protocol/messages";
import type { TableProps } from "./props";

export type GameId = keyof EventByGame;
export type PositionOf<G extends GameId> = Omit<Position, "view" | "events"> & {
  view: Extract<View, { game: G }>;
  events: EventByGame[G][];
};
export type EventOf<P extends Position> = P["events"][number];

export const isPositionOf = <G extends GameId>(position: Position, ...games: G[]): position is PositionOf<G> =>
  games.some((game) => game === position.view.game);

const arePropsOf = <G extends GameId>(props: TableProps, games: G[]): props is TableProps<PositionOf<G>> =>
  isPositionOf(props.position, ...games);

/** The same props with the types of the table's own games. Throws if the position is of another game. */
export function propsOf<G extends GameId>(props: TableProps, ...games: G[]): TableProps<PositionOf<G>> {
  if (arePropsOf(props, games)) return props;
  throw new Error(`This table is for ${games.join(" and ")}, not for ${props.position.view.game}.`);
}
