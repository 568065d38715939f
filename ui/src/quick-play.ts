/** A game against bots by one click. The number of players and the level are remembered for each game. */
import { defaults } from "./options";
import type { GameInfo, NewTable } from "./protocol/messages";
import type { QuickPlay } from "./settings.svelte";

/** What the reader chose last, as far as the game still has it. */
export function lastChoice(game: GameInfo, remembered: QuickPlay | undefined): QuickPlay {
  const { players, level } = remembered ?? {};
  return {
    players: players !== undefined && game.players.includes(players) ? players : game.usual,
    level: level !== undefined && game.levels.includes(level) ? level : game.level,
  };
}

export const quickTable = (game: GameInfo, choice: QuickPlay, language: string): NewTable => ({
  game: game.id,
  ...choice,
  options: defaults(game, language),
});
