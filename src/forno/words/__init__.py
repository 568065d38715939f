"""The sentences for events and the labels of actions, in the reader's language.

>>> from forno.rules import find
>>> from forno.table import Table
>>> table = Table(find("chefs-hat"), 4, key=bytes(32), names=["Ada", "Bruno", "Carla", "Dario"])
>>> event, = table.act(1, "11x2")
>>> Words("en").sentence(table.game, event, table.names, seat=0)
'Bruno places the golden mozzarella and an 11.'
>>> Words("en").sentence(table.game, event, table.names, seat=1)
'You place the golden mozzarella and an 11.'
"""

from forno.words.choose import best, from_environment, languages
from forno.words.messages import who
from forno.words.words import Words

__all__ = ["Words", "best", "from_environment", "languages", "who"]
