"""The wire: every message between server and client, and nothing else. docs/protocol.md explains them.

Messages are JSON objects; on a socket their `type` says which one it is. TypeScript types are generated from this file (`make protocol`).
Seats are numbers from 0, clockwise; where a seat may be None, nobody is meant, or somebody who must not be known.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Value = int | bool | str | None  # of an option
Text = Annotated[str, Meta(max_length=200)]
Counts = dict[str, int]  # cards by ingredient; those of which there are none are left out

Kind = Literal["person", "bot", "open", "closed"]
State = Literal["waiting", "playing", "finished"]
Code = Literal[
    "bad-message",  # no JSON, or none of the messages below
    "too-fast",
    "too-many-tables",
    "no-such-table",
    "bad-setup",  # a table that cannot be set up like this
    "bad-name",
    "seat-taken",
    "not-host",
    "not-seated",
    "not-waiting",  # the game has begun
    "not-finished",  # the game goes on
    "still-open",  # seats that nobody has taken
    "still-seated",  # somebody who is here plays for themselves
    "too-old",  # played by other rules than this Forno's
    "bad-origin",  # a page of another site
    "not-found",
    "unavailable",  # the database fails; the game goes on by itself when it works again
    "broken",  # our fault
]
Reason = Literal["game-over", "not-your-turn", "unknown-action", "illegal-action", "not-seated", "stale"]


# What the games look like ------------------------------------------------------------------------------------------------------------


class Pizza(Struct):
    number: int | None  # of the last placement; None: nothing lies there
    count: int  # its cards, jokers included
    seat: int | None  # who made it


class ChefsHatView(Struct, tag_field="game", tag="chefs-hat"):
    phase: Literal["special", "exchange", "pizza", "over"]
    actor: int | None
    shift: int  # the present one, from 1
    target: int  # points that end the game
    shifts: int | None  # shifts that end the game instead
    points: list[int]
    roles: list[str | None]  # "chef", "sous-chef", "waiter", "dishwasher"; None in the first shift
    held: list[int]  # cards in hand
    passed: list[bool]
    finish: list[int]  # seats in the order in which their hands ran empty in this shift
    pizza: Pizza
    special: Literal["food-fight", "dinner-is-served"] | None  # called in this shift
    announcer: int | None  # by whom
    hand: list[str] | None  # own, sorted: "1" … "11", "golden", "joker"; None for spectators
    gave: list[str]  # own gifts in this shift's exchange
    got: list[str]  # gifts to the own seat, once all have given


class Order(Struct):
    name: str  # canonical, as in actions: "4-olive", "bombastica"
    seat: int  # whose
    form: str  # "normale", "bombastica", "monotoni", …
    needs: Counts  # in any case
    kinds: int  # so many kinds of the owner's choice …
    cards: int  # … with so many cards each; for Bombastica: cards in all, at least
    of: list[str]  # the kinds among which the owner chooses
    crossed: str | None  # the kind that must not lie on the table


class OvenCard(Struct):
    """An ingredient or an order: one of the two."""

    kind: str | None
    order: Order | None


class Oven(Struct):
    cards: int  # still in it
    top: OvenCard | None  # None: empty, or turned over to be taken out
    contents: list[OvenCard] | None  # as it was filled; only with the option memory_aid


class Said(Struct):
    """An announcement: "three salami!"."""

    seat: int
    kind: str
    n: int


class Held(Struct):
    ingredients: int
    orders: int


class Delivered(Struct):
    """A seat's delivered orders. In Plus they lie face down: there n is None and orders is empty, but with memory_aid and at the end."""

    n: int | None
    orders: list[Order]  # those that were seen; in Plus rewards are not


class Reveal(Struct):
    """The order that is being decided."""

    order: Order
    lacking: Counts  # what the table lacks of `needs`
    short: int  # Bombastica: cards that the table lacks
    added: Counts  # what the owner has added to a Bombastica
    missing: int  # cards that the owner has yet to add to it


class HelpRequest(Struct):
    """An owner asks the others for cards (Plus)."""

    seat: int
    kinds: list[str]  # chosen for the order
    cards: Counts  # asked for so far
    asking: str | None  # the kind whose number the owner is naming; None: all are named
    helper: int | None  # who gives them


class MammaMiaView(Struct, tag_field="game", tag="mamma-mia"):
    phase: Literal["place", "order", "draw", "choose", "add", "request", "help", "over"]
    actor: int | None
    round: int  # the present one, from 1
    rounds: int
    helping: bool
    memory_aid: bool
    personal: list[str]  # each seat's ingredient
    held: list[Held]
    waiters: list[int]  # orders in each waiter
    delivered: list[Delivered]
    supply: int
    oven: Oven
    said: Said | None
    holder: int | None  # of the Mamma Mia! card; in Plus, who takes the pizzas out
    pool: Counts  # on the table, while pizzas are taken out
    used: Counts
    reveal: Reveal | None
    request: HelpRequest | None
    hand: Counts | None  # own; None for spectators
    orders: list[Order] | None  # own, in hand; None for spectators


class MammaMiaPlusView(MammaMiaView, tag_field="game", tag="mamma-mia-plus"):
    pass


class PlainView(Struct, tag_field="game", tag="plain"):
    """Any other game: the fields of its view record."""

    phase: str  # its number in the record; empty if the record has none
    actor: int | None
    fields: dict[str, Any]  # numbers, and lists of numbers


class OpenHand(Struct):
    """A seat's cards, as its view has them; orders only in the Mamma Mia! games."""

    hand: list[str] | Counts
    orders: list[Order]


View = ChefsHatView | MammaMiaView | MammaMiaPlusView | PlainView


# From the server, on a socket --------------------------------------------------------------------------------------------------------


class Choice(Struct):
    action: str  # canonical text: what `act` takes
    label: str  # in the reader's language


class WireEvent(Struct):
    number: int  # counts the events that reach this reader, from 0
    name: str
    data: Struct  # what happened: the fields depend on game and name (forno.server.wire_events)
    sentence: str | None  # in the reader's language; None: nothing to tell


class Clock(Struct):
    """For the decision that everybody waits for, as far as the reader knows of it."""

    limit: float  # seconds for a decision
    left: float


class Position(Struct, tag="position"):
    """What lies on the table now, for one reader. The same number is the same position."""

    number: int
    seat: int | None  # the reader's
    view: View
    legal: list[Choice]  # empty unless the reader is to decide
    events: list[WireEvent]  # since the position before
    all: bool  # True: all events from the beginning; draw without animation
    clock: Clock | None
    seen: dict[str, Any] | None  # for agents (?seen=1): the view record's fields, all that the seat has ever seen


class SeatInfo(Struct):
    name: str  # empty for open and closed seats
    kind: Kind
    level: str | None  # a bot's
    connected: bool
    away: bool  # a bot plays for this person until they return
    you: bool


class Heating(Struct):
    """A game's code is being compiled, once after an installation; it can be played when this is None."""

    done: int
    total: int


class Result(Struct):
    """The end of a game, and what proves its deck."""

    scores: list[int]
    winners: list[int]
    key: str  # hexadecimal; its SHA-256 is the commitment


class Room(Struct, tag="room"):
    """All about a table but the cards. Comes first on a socket, and again whenever it changes."""

    table: str
    game: str
    options: dict[str, Value]
    state: State
    seats: list[SeatInfo]
    seat: int | None  # the reader's
    host: bool  # the reader is: may set seats and start
    public: bool  # listed for others to join or watch
    clock: int | None  # seconds for a decision
    spectators: int
    commitment: str | None  # SHA-256 of the key that decides all shuffles; from the start on
    result: Result | None  # when finished
    rematch: str | None  # the table of the next game
    heating: Heating | None


class Refused(Struct, tag="refused"):
    """An action that the table did not take; nothing has changed."""

    code: Reason
    sentence: str


class Trouble(Struct, tag="error"):
    """Anything else that could not be done; also the body of HTTP errors."""

    code: Code
    sentence: str


FromServer = Room | Position | Refused | Trouble


# From the client, on a socket --------------------------------------------------------------------------------------------------------


class Act(Struct, tag="act"):
    """Do it. Sent twice (say, after a lost connection) it is done once: `number` is that of the position it answers to."""

    action: Text
    number: int


class Resync(Struct, tag="resync"):
    """Send room and position once more, with all events."""


class Sit(Struct, tag="sit"):
    seat: int | None = None  # None: any that is open


class Leave(Struct, tag="leave"):
    """Before the game: give the seat back. During it: a bot plays on until you sit down again (or act)."""


class SetSeat(Struct, tag="seat"):
    """Before the game, host only. During it, for all who sit there: let a bot play for somebody who is not connected (kind "bot")."""

    seat: int
    kind: Literal["open", "bot", "closed"]
    level: Text | None = None


class Start(Struct, tag="start"):
    """Host only. Seats still open are an error."""


class Rematch(Struct, tag="rematch"):
    """After the game: the same table anew; its id comes to all in `room`."""


class Rename(Struct, tag="rename"):
    name: Text


class SetLanguage(Struct, tag="language"):
    language: Text


FromClient = Act | Resync | Sit | Leave | SetSeat | Start | Rematch | Rename | SetLanguage


# Over HTTP ---------------------------------------------------------------------------------------------------------------------------


class OptionInfo(Struct):
    name: str
    default: Value
    words: list[Value]  # values that are allowed; besides:
    low: int | None  # whole numbers from … to …
    high: int | None


class GameInfo(Struct):
    id: str
    title: str
    players: list[int]
    usual: int  # players, if nobody says how many
    options: list[OptionInfo]
    levels: list[str]  # of bots, weakest first
    level: str  # if nobody says which
    heating: Heating | None


class Games(Struct):
    """GET /api/games"""

    games: list[GameInfo]


class Me(Struct):
    """GET and PUT /api/me: the guest that this browser's cookie stands for."""

    name: str


class SeatWish(Struct):
    kind: Literal["person", "bot", "open", "closed"]  # person: who makes the table
    level: Text | None = None


class NewTable(Struct):
    """POST /api/tables. Without seats: the maker in the first, bots in the others, and the game starts at once."""

    game: Text
    options: dict[Text, Value] = {}
    players: int | None = None  # where no seats are given
    level: Text | None = None  # of the bots, likewise
    seats: list[SeatWish] | None = None
    clock: Annotated[int, Meta(ge=1, le=86400)] | None = None
    public: bool = False
    name: Text | None = None  # of the maker, if it is to change


class Made(Struct):
    """Its answer."""

    table: str
    path: str  # of its page, which is the invitation too


class Summary(Struct):
    table: str
    game: str
    state: State
    names: list[str]  # of those who sit there
    open: int  # seats
    moves: int
    your_turn: bool
    time: float  # of the last move, in seconds since 1970


class Tables(Struct):
    """GET /api/tables, newest first."""

    join: list[Summary]
    watch: list[Summary]
    mine: list[Summary]  # that wait or go on
    finished: list[Summary]  # mine


class Step(Struct):
    """A position of a finished game, everything open."""

    seat: int | None  # who acted; None for the first
    action: str | None
    label: str | None
    view: View  # a spectator's
    hands: list[OpenHand]  # by seat: what their views have beyond it
    events: list[WireEvent]  # by this action, all but what nobody saw


class Replay(Struct):
    """GET /api/tables/{table}/replay?lang=it, once finished. The record, as text, is at /api/tables/{table}/record."""

    table: str
    game: str
    options: dict[str, Value]
    names: list[str]
    levels: list[str | None]
    commitment: str
    result: Result
    rematch: str | None
    time: float
    steps: list[Step]


class Health(Struct):
    """GET /health"""

    status: Literal["ok", "unwell"]
    version: str
    tables: int  # in memory
    sockets: int
    database: bool
    heating: list[str]  # games that are still being compiled
