"""One played game: the only writer of its state."""

from forno.table.event import Event, Over
from forno.table.history import History
from forno.table.record import BadRecord, Record
from forno.table.refusal import Refusal
from forno.table.table import Course, Table
from forno.table.views import ChefsHatView, GameView, MammaMiaView, named_view, view_to_json

__all__ = [
    "BadRecord",
    "ChefsHatView",
    "Course",
    "Event",
    "GameView",
    "History",
    "MammaMiaView",
    "Over",
    "Record",
    "Refusal",
    "Table",
    "named_view",
    "view_to_json",
]
