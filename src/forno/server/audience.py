"""Those who follow a table through sockets: its subscribers."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from forno.server.messages import Emoted, EmoteName
from forno.server.subscriber import Subscriber

if TYPE_CHECKING:
    from forno.server.room import Room


class Audience(set[Subscriber]):
    @property
    def guests(self) -> set[str]:
        return {subscriber.guest for subscriber in self}

    def collect(self, room: "Room", guest: str | None = None) -> None:
        """Let all take what is new at the table, or only one person."""
        for subscriber in self:
            if guest is None or subscriber.guest == guest:
                subscriber.collect(room)

    def tell_room(self, room: "Room", guest: str | None) -> None:
        """The room has changed for one person alone."""
        for subscriber in self:
            if subscriber.guest == guest:
                subscriber.tell_room(room)

    def show_emotes(self, emotes: Iterable[tuple[int, EmoteName]]) -> None:
        """Emotes are shown to those who are connected, and stored nowhere."""
        for seat, emote in emotes:
            for subscriber in self:
                subscriber.reply(Emoted(seat, emote))

    def close(self) -> None:
        """Nothing more is sent."""
        for subscriber in self:
            subscriber.close()
