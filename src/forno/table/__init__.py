"""One played game: the only writer of its state."""

from forno.table.events import Event
from forno.table.record import BadRecord, Record
from forno.table.refusal import Refusal
from forno.table.table import Table

__all__ = ["BadRecord", "Event", "Record", "Refusal", "Table"]
