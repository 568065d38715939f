"""`forno verify`: is this game what was promised?"""

import json
import sys
from typing import Annotated, Any

from cyclopts import Parameter

from forno.cli import arguments, oven
from forno.cli.screen import screen
from forno.cli.trouble import Trouble
from forno.rules import find
from forno.table import BadRecord, Record, Table
from forno.words import Words


def verify(
    file: arguments.File,
    /,
    *,
    hash_: Annotated[str | None, Parameter(name="--hash")] = None,
    language: str | None = None,
    json_: bool = False,
) -> None:
    """Check a recorded game: the key against its hash, and every action against the rules.

    Ends with 0 if all is well, with 1 if it is not.

    Try:

    - forno verify game.forno --hash 66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925

    Parameters
    ----------
    file
        A record, or - for standard input.
    hash_
        The SHA-256 that was shown before the game; without it the one in the record is taken.
    language
        en, it, fr, de or es; without it FORNO_LANGUAGE, or the terminal's own language.
    json_
        Print JSON instead.

    """
    words = arguments.words_in(language)
    published = arguments.digits(hash_, "A SHA-256").hex() if hash_ is not None else None
    text = arguments.text_from(file)
    try:
        record = arguments.record_in(text)
        oven.preheat_if_cold(find(record.game))
        table = record.verify(published)
    except BadRecord as error:
        if not json_:
            raise Trouble(f"Not verified: {error}", 1) from None
        sys.stdout.write(json.dumps({"verified": False, "reason": str(error)}) + "\n")
        raise SystemExit(1) from None
    if json_:
        sys.stdout.write(json.dumps(_facts(record, table, published)) + "\n")
        return
    for line in _checks(words, record, table, published):
        screen().print(line, soft_wrap=True)


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
