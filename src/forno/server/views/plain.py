"""Any game on the wire: the fields of its view record."""

from forno.rules.records import Record
from forno.server.messages import OpenHand, PlainView
from forno.server.views.numbers import seat_or_none


def view(v: Record, now: Record) -> PlainView:
    names = now.dtype.names
    return PlainView(
        phase=str(now.phase) if "phase" in names else "",
        actor=seat_or_none(now.actor),
        fields={name: now[name].tolist() for name in names if name not in {"phase", "actor"}},
    )


def hand(v: Record) -> OpenHand:
    """The cards in the field `hand`, if the record has one: how many there are of each number."""
    counts = v.hand.tolist() if "hand" in v.dtype.names else []
    return OpenHand({str(card): n for card, n in enumerate(counts) if n}, [])
