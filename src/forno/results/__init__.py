"""How a finished game went: places, ties and what broke them, points by round, and what stood out.

>>> from forno.rules import find
>>> from forno.table import Table
>>> table = Table(find("chefs-hat"), 4, {"shifts": 1}, key=bytes(32))
>>> while table.actor is not None:
...     events = table.act(table.actor, table.legal()[-1])
>>> found = result_of(table)
>>> found.places, found.rounds
([4, 1, 2, 3], [[0, 3, 2, 1]])
"""

from forno.results.near_miss import NearMiss
from forno.results.result import Result, Tie, result_of

__all__ = ["NearMiss", "Result", "Tie", "result_of"]
