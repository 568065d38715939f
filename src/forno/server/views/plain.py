"""Any game on the wire: the fields of its view record."""

from forno.server.messages import OpenHand, PlainView
from forno.table.plain_record import PlainRecord
from forno.table.views import seat_or_none


def view(now: PlainRecord) -> PlainView:
    return PlainView(
        phase=str(now.phase) if "phase" in now.names else "",
        actor=seat_or_none(now.actor),
        fields={name: getattr(now, name) for name in now.names if name not in {"phase", "actor"}},
    )


def hand(v: PlainRecord) -> OpenHand:
    """The cards in the field `hand`, if the record has one: how many there are of each number."""
    counts = v.hand if "hand" in v.names else []
    return OpenHand({str(card): n for card, n in enumerate(counts) if n}, [])
