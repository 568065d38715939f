"""The protocol: every message between server and client, and nothing else. docs/protocol.md explains them.

Messages are JSON objects. On a socket, `type` tells them apart. TypeScript types are generated from this file (`make protocol`).
Seats are numbers from 0, clockwise. A seat of None is nobody, or somebody whom the reader may not know.
"""

from typing import Annotated, Any, Literal

from msgspec import DecodeError, Meta, Struct

Value = int | bool | str | None  # of an option
Text = Annotated[str, Meta(max_length=200)]
Counts = dict[str, int]  # cards by ingredient, without zeros

Kind = Literal["person", "bot", "open", "closed"]
State = Literal["waiting", "playing", "finished"]
Code = Literal[
    "bad-message",  # not JSON, or none of the messages below
    "too-fast",
    "too-many-tables",
    "no-such-table",
    "bad-setup",  # a table that cannot be set up
    "bad-name",
    "seat-taken",
    "not-host",
    "not-seated",
    "not-waiting",  # the game has begun
    "not-finished",  # the game is not over
    "still-open",  # some seats are open
    "still-seated",  # the person is connected
    "just-left",  # the person may still return
    "too-old",  # played by another version of the rules
    "bad-origin",  # a page of another site
    "bad-host",  # a name that is not this server's
    "full",  # the whole server
    "not-found",
    "unavailable",  # the database fails; the game continues when it works again
    "broken",  # our fault
]
EmoteName = Literal["hello", "bravo", "laugh", "wow", "tears", "grumble"]
Reason = Literal["game-over", "not-your-turn", "unknown-action", "illegal-action", "not-seated", "stale"]


NOT_UNDERSTOOD = (
    DecodeError,
    UnicodeDecodeError,
    RecursionError,
)  # what decoding can raise: the last one for deep nesting


# What the games look like ------------------------------------------------------------------------------------------------------------


class Pizza(Struct):
    number: int | None  # of the last placement; None if there is none
    count: int  # of its cards, jokers included
    seat: int | None  # whose placement it is


class ChefsHatView(Struct, tag_field="game", tag="chefs-hat"):
    phase: Literal["special", "exchange", "pizza", "over"]
    actor: int | None
    shift: int  # the current one, from 1
    target: int  # points that end the game
    shifts: int | None  # number of shifts that end the game instead
    points: list[int]
    roles: list[str | None]  # "chef", "sous-chef", "waiter", "dishwasher"; None in the first shift
    held: list[int]  # cards in hand
    passed: list[bool]
    finish: list[int]  # seats that have no cards left in this shift, in order
    pizza: Pizza
    special: Literal["food-fight", "dinner-is-served"] | None  # called in this shift
    announcer: int | None  # who called it
    hand: list[str] | None  # the reader's, sorted: "1" … "11", "golden", "joker"; None for spectators
    gave: list[str]  # the reader's gifts in this shift's exchange
    got: list[str]  # gifts to the reader, once everybody has given


class Order(Struct):
    name: str  # canonical, as in actions: "4-olive", "bombastica"
    seat: int  # of the owner
    form: str  # "normale", "bombastica", "monotoni", …
    needs: Counts  # always
    kinds: int  # number of kinds that the owner chooses …
    cards: int  # … and number of cards of each; for Bombastica, the least number of cards
    of: list[str]  # the kinds from which the owner chooses
    crossed: str | None  # the kind that must not be on the table


class OvenCard(Struct):
    """Either an ingredient or an order."""

    kind: str | None
    order: Order | None


class Oven(Struct):
    cards: int  # still in it
    top: OvenCard | None  # None if the oven is empty or being emptied
    contents: list[OvenCard] | None  # bottom first; only with the option memory_aid


class Said(Struct):
    """An announcement: "three salami!"."""

    seat: int
    kind: str
    n: int


class Held(Struct):
    ingredients: int
    orders: int


class Delivered(Struct):
    """A seat's delivered orders. In Plus they are face down: n is None and orders is empty, except with memory_aid and at the end."""

    n: int | None
    orders: list[Order]  # those that were seen; in Plus, rewards are not


class Reveal(Struct):
    """The order that has just come out of the oven."""

    order: Order
    lacking: Counts  # the part of `needs` that the table lacks
    short: int  # for Bombastica, the number of cards that the table lacks
    added: Counts  # by the owner, to a Bombastica
    missing: int  # number of cards that the owner must still add to it


class HelpRequest(Struct):
    """An owner asks the others for cards (Plus)."""

    seat: int
    kinds: list[str]  # chosen for the order
    cards: Counts  # asked for so far
    asking: str | None  # the kind for which the owner is choosing a number; None if all are chosen
    helper: int | None  # who gives the cards


class MammaMiaView(Struct, tag_field="game", tag="mamma-mia"):
    phase: Literal["place", "order", "draw", "choose", "add", "request", "help", "over"]
    actor: int | None
    round: int  # the current one, from 1
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
    holder: int | None  # of the Mamma Mia! card; in Plus, whoever takes the pizzas out
    pool: Counts  # on the table, while the oven is emptied
    used: Counts
    reveal: Reveal | None
    request: HelpRequest | None
    hand: Counts | None  # the reader's; None for spectators
    orders: list[Order] | None  # in the reader's hand; None for spectators


class MammaMiaPlusView(MammaMiaView, tag_field="game", tag="mamma-mia-plus"):
    pass


class PlainView(Struct, tag_field="game", tag="plain"):
    """Any other game: the fields of its view record."""

    phase: str  # its number in the record; empty if the record has none
    actor: int | None
    fields: dict[str, Any]  # numbers, and lists of numbers


class OpenHand(Struct):
    """A seat's cards, as in its view. Only the Mamma Mia! games have orders."""

    hand: list[str] | Counts
    orders: list[Order]


View = ChefsHatView | MammaMiaView | MammaMiaPlusView | PlainView


# From the server, on a socket --------------------------------------------------------------------------------------------------------


class Choice(Struct):
    action: str  # the canonical text, for `act`
    label: str  # in the reader's language
    warning: str | None = None  # what the reader should know before it, in their language


class WireEvent(Struct):
    number: int  # counts the events that reach this reader, from 0
    name: str
    data: Struct  # what happened: the fields depend on game and name (forno.server.wire_events)
    sentence: str | None  # in the reader's language; None: no sentence


class Span(Struct):
    """Numbers from `first` on, up to but not including `end`."""

    first: int
    end: int


class Clock(Struct):
    """The clock of the current decision, if the reader may know of it."""

    limit: float  # seconds for a decision
    left: float


class Position(Struct, tag="position"):
    """The table as one reader sees it now. The same number means the same position."""

    number: int
    seat: int | None  # the reader's
    view: View
    legal: list[Choice]  # empty unless the reader is to decide
    events: list[WireEvent]  # since the last position
    all: bool  # whether `events` are all events from the beginning, except the forgotten ones: draw them without animation
    forgotten: (
        Span | None
    )  # earlier events that a person is no longer shown: without memory_aid, those of this round before their last turn
    recalled: list[WireEvent]  # events that were forgotten and may be shown again: the oven has been emptied
    clock: Clock | None
    seen: dict[str, Any] | None  # with ?seen=1, for agents: the fields of the view record. Then nothing is forgotten


class Accepted(Struct, tag="accepted"):
    """Your seat has acted. The position that follows shows what came of it, perhaps after somebody else has decided."""

    number: int  # of the position now: as before, but you have nothing to decide


class SeatInfo(Struct):
    name: str  # empty for open and closed seats
    kind: Kind
    level: str | None  # a bot's
    connected: bool
    grace: float | None  # seconds until the others can let a bot play for a person who is not connected
    away: bool  # a bot plays until the person returns
    late: bool  # because the person's time ran out
    you: bool


class Tie(Struct):
    """Seats with equal scores."""

    seats: list[int]  # in the order of their places
    score: int
    numbers: list[int]  # what decides between them, in the same order; empty if nothing does


class NearMiss(Struct):
    """An order that one more card on the table or in its owner's hand would have completed."""

    round: int  # from 1
    seat: int
    order: str


class Result(Struct):
    """The end of a game, and the key that proves its shuffles."""

    scores: list[int]
    winners: list[int]
    places: list[int]  # by seat, from 1; equal places are shared
    ties: list[Tie]  # the best scores first
    rounds: list[list[int]]  # the points of each round or shift, by seat; empty if the game has no rounds
    rewards: list[int]  # by seat, how many of the points are rewards for helping; empty if the game has none
    near_misses: list[NearMiss]
    key: str  # hexadecimal; its SHA-256 is the commitment


class Room(Struct, tag="room"):
    """Everything about a table but the cards. It is the first message on a socket, and comes again when it changes."""

    table: str
    game: str
    options: dict[str, Value]
    state: State
    seats: list[SeatInfo]
    seat: int | None  # the reader's
    host: bool  # whether the reader is: the host can set seats and start
    public: bool  # listed in the lobby
    clock: int | None  # seconds for a decision
    spectators: int
    commitment: str | None  # SHA-256 of the key of all shuffles; None before the start
    result: Result | None  # when finished
    rematch: str | None  # the table of the next game
    stopped: bool  # an `error` has said why; if the code is `unavailable`, the game goes on by itself


class Refused(Struct, tag="refused"):
    """The action was not done, and nothing has changed."""

    code: Reason
    sentence: str


class Trouble(Struct, tag="error"):
    """Something else could not be done. Also the body of HTTP errors."""

    code: Code
    sentence: str


class Emoted(Struct, tag="emoted"):
    """A seat has shown an emote. It comes after everything that had happened by then, and is not sent again."""

    seat: int
    emote: EmoteName


FromServer = Room | Position | Accepted | Refused | Trouble | Emoted


# From the client, on a socket --------------------------------------------------------------------------------------------------------


class Act(Struct, tag="act"):
    """Do an action in the position with this number. Sent twice (perhaps after a lost connection), it is done once."""

    action: Text
    number: int


class Resync(Struct, tag="resync"):
    """Ask for the room and the position again, with all events."""


class Sit(Struct, tag="sit"):
    seat: int | None = None  # None for any open seat


class Leave(Struct, tag="leave"):
    """Before the game, give up the seat. During the game, let a bot play until you sit or act."""


class SetSeat(Struct, tag="seat"):
    """Before the game, the host sets a seat. During the game, any player can let a bot play for somebody who has been gone for a while."""

    seat: int
    kind: Literal["open", "bot", "closed"]
    level: Text | None = None


class Start(Struct, tag="start"):
    """For the host. No seat may be open."""


class Rematch(Struct, tag="rematch"):
    """After the game, make the same table again. Everybody gets its id in `room`."""


class Rename(Struct, tag="rename"):
    name: Text


class SetLanguage(Struct, tag="language"):
    language: Text


class Emote(Struct, tag="emote"):
    """For people who have a seat."""

    emote: EmoteName


FromClient = Act | Resync | Sit | Leave | SetSeat | Start | Rematch | Rename | SetLanguage | Emote


# Over HTTP ---------------------------------------------------------------------------------------------------------------------------


class OptionInfo(Struct):
    name: str
    default: Value
    words: list[Value]  # values that are allowed, in addition to …
    low: int | None  # … the whole numbers from `low` to `high`
    high: int | None


class GameInfo(Struct):
    id: str
    title: str
    players: list[int]
    usual: int  # default number of players
    options: list[OptionInfo]
    levels: list[str]  # of bots, weakest first
    level: str  # the default


class Games(Struct):
    """GET /api/games"""

    games: list[GameInfo]


class Me(Struct):
    """GET and PUT /api/me: the guest with this browser's cookie."""

    name: str


class SeatWish(Struct):
    kind: Literal["person", "bot", "open", "closed"]  # person: whoever makes the table
    level: Text | None = None


class NewTable(Struct):
    """POST /api/tables. Without seats, the maker plays against bots, and the game starts at once."""

    game: Text
    options: dict[Text, Value] = {}
    players: int | None = None  # if no seats are given
    level: Text | None = None  # of the bots, if no seats are given
    seats: list[SeatWish] | None = None
    clock: Annotated[int, Meta(ge=1, le=86400)] | None = None
    public: bool = False
    name: Text | None = None  # a new name for the maker


class Made(Struct):
    """The response to POST /api/tables."""

    table: str
    path: str  # of its page, which is also the invitation


class Summary(Struct):
    table: str
    game: str
    state: State
    names: list[str]  # of those who sit there
    open: int  # number of open seats
    moves: int  # that spectators could notice
    your_turn: bool
    time: float  # of the last one, in seconds since 1970


class Tables(Struct):
    """GET /api/tables, newest first."""

    join: list[Summary]
    watch: list[Summary]
    mine: list[Summary]  # waiting or playing
    finished: list[Summary]  # the guest's own


class Step(Struct):
    """A position of a finished game, with all cards open."""

    seat: int | None  # who acted; None in the first step
    action: str | None
    label: str | None
    view: View  # a spectator's
    hands: list[OpenHand]  # by seat
    events: list[WireEvent]  # of this action, except those that nobody saw


class Replay(Struct):
    """GET /api/tables/{table}/replay?lang=it, for a finished game. The record, as text, is at /api/tables/{table}/record."""

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
    processes: int  # that share the database, this one included
    database: bool
    uncompiled: list[str]  # games that run as plain Python until they are compiled
