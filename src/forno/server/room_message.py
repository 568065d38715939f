"""What a client is told about a table, except the cards."""

import hashlib
from typing import TYPE_CHECKING

from forno.server import messages

if TYPE_CHECKING:
    from forno.server.room import Room


def room_message(room: "Room", guest: str) -> messages.Room:
    row, present = room.row, room.present
    finished = room.live_game if row.state == "finished" else None
    return messages.Room(
        table=row.id,
        game=row.game,
        options=dict(row.options),
        state=row.state,
        seats=room.seating.infos(guest, present, room.absences, room.stand_ins),
        seat=room.seating.seat_of(guest),
        host=room.seating.host(present) == guest,
        public=row.public,
        clock=row.clock,
        spectators=len(present - {seat.guest for seat in row.seats}),
        commitment=None if row.state == "waiting" else hashlib.sha256(row.key).hexdigest(),
        result=None if finished is None else finished.result,
        rematch=row.rematch,
        stopped=room.problem is not None,
    )
