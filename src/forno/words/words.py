"""Sentences and labels for all games. Games without a module of words get the plain ones."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Protocol

from forno.results import Result
from forno.rules.game import BadSetup, Game
from forno.table import Event, Over, Refusal, Table
from forno.words import chefs_hat, mamma_mia, plain, results
from forno.words.messages import Messages, who


class _Speech(Protocol):
    """The interface of a game's module."""

    def sentence(self, words: Messages, event: Event, names: Sequence[str], me: int) -> str | None: ...

    def label(self, words: Messages, table: Table, action: int) -> str: ...

    def fixed_label(self, words: Messages, table: Table, action: int) -> str | None: ...


SPEECHES: MappingProxyType[str, _Speech] = MappingProxyType(
    {"chefs-hat": chefs_hat, "mamma-mia": mamma_mia, "mamma-mia-plus": mamma_mia}
)


class Words(Messages):
    """The messages of one language, with the sentences and labels that are made of them."""

    def sentence(self, game: Game, event: Event, names: Sequence[str], seat: int) -> str | None:
        """What an event says to a seat (“You place …”) or SPECTATOR. None if it needs no sentence."""
        if isinstance(event.data, Over):
            return self._result(event.data.winners, names, seat)
        return SPEECHES.get(game.id, plain).sentence(self, event, names, seat)

    def label(self, table: Table, action: int) -> str:
        """What a legal action does, such as “Put 3 salami in the oven”. It may depend on the secrets of the seat to decide: show it to nobody else."""
        return SPEECHES.get(table.game.id, plain).label(self, table, action)

    def fixed_label(self, table: Table, action: int) -> str | None:
        """The label of an action that has the same one, and no warning, wherever its text is legal in this game. None if that depends on the position."""
        return SPEECHES.get(table.game.id, plain).fixed_label(self, table, action)

    def warning(self, table: Table, action: int) -> str | None:
        """What a seat should know before it takes a legal action that it could regret. None: nothing."""
        return mamma_mia.warning(self, table, action) if SPEECHES.get(table.game.id) is mamma_mia else None

    def result(self, game: Game, result: Result, names: Sequence[str]) -> list[str]:
        """Sentences about the result of a game: ties and what decided them, and what else is worth telling."""
        return results.sentences(self, game.id, result, names)

    def title(self, game: Game) -> str:
        return self.text(f"game.{game.id}") if self.has(f"game.{game.id}") else game.title

    def refusal(self, refusal: Refusal) -> str:
        return self.text(f"refusal.{refusal.code}", **refusal.facts)

    def bad_setup(self, error: BadSetup) -> str:
        """Why a table cannot be set up. The message of an error without a code is in English."""
        return self.text(f"setup.{error.code}", **error.facts) if error.code else str(error)

    def _result(self, winners: Sequence[int], names: Sequence[str], seat: int) -> str:
        if len(winners) == 1:
            return self.text("event.over", **who(winners[0], names, seat))
        shared = [self.text("event.over.winner", **who(winner, names, seat)) for winner in winners]
        return self.text("event.over.shared", winners=self.joined(shared))
