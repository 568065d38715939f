"""`forno verify`: check a recorded game."""

import json
import sys
from typing import Annotated, Any

from cyclopts import Parameter

from forno.cli import arguments
from forno.cli.commands.preheat import begin_plain
from forno.cli.console import stdout_console
from forno.cli.errors import CommandError
from forno.rules import GAMES
from forno.table import BadRecord, Record, Table
from forno.words import Words


def verify(
    file: arguments.RecordFile,
    /,
    *,
    hash_: Annotated[str | None, Parameter(name="--hash")] = None,
    language: arguments.Language = None,
    json_: bool = False,
) -> None:
    """Check a recorded game: the key against its hash, and every action against the rules.

    The exit code is 0 if everything is right, otherwise 1.

    Try:

    - forno verify game.forno --hash 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925

    Parameters
    ----------
    hash_
        The SHA-256 that was shown before the game. The default is the one in the record.
    json_
        Print JSON.

    """
    words = arguments.words_in(language)
    published = arguments.bytes_from_hex(hash_, "A SHA-256").hex() if hash_ is not None else None
    text = arguments.text_from(file)
    begin_plain(*GAMES)
    try:
        record = arguments.record_in(text)
        table = record.verify(published)
    except BadRecord as error:
        if not json_:
            raise CommandError(f"Not verified: {error}", 1) from None
        sys.stdout.write(json.dumps({"verified": False, "reason": str(error)}) + "\n")
        raise SystemExit(1) from None
    if json_:
        sys.stdout.write(json.dumps(_facts(record, table, published)) + "\n")
        return
    for line in _checks(words, record, table, published):
        stdout_console().print(line, soft_wrap=True)


def _facts(record: Record, table: Table, published: str | None) -> dict[str, Any]:
    return {
        "verified": True,
        "game": record.game,
        "rules": record.rules,
        "players": table.players,
        "options": dict(table.options),
        "commitment": table.commitment,
        "published": published is not None,
        "moves": len(table.moves),
        "over": table.is_over,
        "scores": table.scores,
        "winners": table.winners if table.is_over else [],
    }


def _checks(words: Words, record: Record, table: Table, published: str | None) -> list[str]:
    text, game = words.text, words.title(table.game)
    where = "published" if published is not None else "record"
    lines = [
        f"✓ {text('terminal.verify.record', game=game, players=table.players, rules=record.rules)}",
        f"✓ {text('terminal.verify.key', where=where)} {table.commitment}",
        f"✓ {text('terminal.verify.actions', n=len(table.moves))}",
    ]
    if published is None:
        lines.append(f"  ({text('terminal.verify.give-hash')})")
    if table.is_over:
        winners = words.joined(table.names[seat] for seat in table.winners)
        scores = ", ".join(map(str, table.scores))
        lines.append(f"✓ {text('terminal.verify.finished', scores=scores, winners=winners)}")
    else:
        lines.append(f"  {text('terminal.unfinished', n=len(table.moves))}")
    return lines
