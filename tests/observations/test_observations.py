"""What a seat observes, against what lies on the table."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from forno.agents import find as find_agent
from forno.agents import take_turn
from forno.envs.single import GameEnv
from forno.observations import WIDTH, layout_of, observe_one
from forno.rules import GAMES, chance, find
from forno.rules.game import SPECTATOR, BadSetup, Game
from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.state import OVER
from forno.table import Table

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def tables(game: Game, number: int) -> Iterator[Table]:
    """Positions of games by the fewest and the most players."""
    for players in {game.players[0], game.players[-1]}:
        table = Table(game, players, key=bytes([number]) * 32)
        rng = chance.stream(bytes([number]) * 32, 1000)
        agents = [find_agent(("uniform", "greedy")[k % 2], game) for k in range(players)]
        while not table.is_over:
            yield table
            take_turn(table, agents, rng)
        yield table


def parts(table: Table, seat: int) -> dict[str, Any]:
    seen = observe_one(table.game.id, table.view(seat))
    return {name: part.tolist() for name, part in layout_of(table.game.id).parts(seen).items()}


def turned(numbers: Any, seat: int, players: int) -> list[Any]:
    """By seat, from one seat on."""
    values: list[Any] = list(numbers)[:players]
    return values[seat:] + values[:seat]


@games
def test_slices_tile_the_vector(game: Game) -> None:
    layout = layout_of(game.id, history=3)
    assert layout.slices[-1].shape == (3, WIDTH)
    covered = np.zeros(layout.size, np.int8)
    for part in layout.slices:
        layout.part(covered, part.name)[...] += 1
    assert (covered == 1).all()
    assert len({part.name for part in layout.slices}) == len(layout.slices)
    assert np.abs(layout.high * layout.scale).max() == pytest.approx(1)
    with pytest.raises(KeyError, match=r"observes no 'glory': there are .*hand"):
        layout.part(covered, "glory")


def test_a_game_without_a_layout_shows_its_view() -> None:
    """Every field in its place, cut off at a byte; the own hand is seen, other hands are not."""
    for table in tables(find("tiny-game"), 4):
        for seat in range(SPECTATOR, table.players):
            view = table.view(seat)
            observed = parts(table, seat)
            assert list(observed) == list(view.dtype.names or ())
            for name, part in observed.items():
                assert part == view[0][name].reshape(-1).tolist()


def test_an_unknown_game() -> None:
    with pytest.raises(BadSetup, match="there is no game 'chess'"):
        layout_of("chess")


@games
def test_numbers_stay_within_their_bounds(game: Game) -> None:
    layout = layout_of(game.id)
    for table in tables(game, 1):
        for seat in range(SPECTATOR, table.players):
            seen = observe_one(game.id, table.view(seat))
            assert (seen >= layout.low).all()
            assert (seen <= layout.high).all()


def test_chefs_hat() -> None:
    shifts = set()
    for table in tables(find("chefs-hat"), 2):
        s = table.state[0]
        shifts.add(int(s.shift))
        for seat in range(4):
            seen = parts(table, seat)
            others = [k for k in range(4) if k != seat]
            assert seen["hand"] == s.hand[seat].tolist()
            assert [sum(seen["hand"]), *seen["held"][1:]] == turned(s.held, seat, 4)
            if table.view(seat)[0].phase == 3:  # no gift is on its way
                assert seen["unseen"] == s.hand[others].sum(axis=0).tolist()
            assert seen["placed"] == turned(s.placed.tolist(), seat, 4)
            assert seen["passed"] == turned(s.passed, seat, 4)
            assert seen["points"] == turned(s.points, seat, 4)
            assert seen["target"] == [15]
            assert [row.index(1) if 1 in row else -1 for row in seen["role"]] == turned(s.role, seat, 4)
            places = [row.index(1) if 1 in row else -1 for row in turned(seen["finished"], -seat % 4, 4)]
            assert [k for place in range(4) for k in range(4) if places[k] == place] == [k for k in s.finish if k >= 0]
            if s.count:
                assert seen["number"][s.number - 1] == 1
                assert seen["last"][(s.last - seat) % 4] == 1
            else:
                assert sum(seen["number"]) == sum(seen["last"]) == 0
            assert seen["count"] == [s.count]
            assert (sum(seen["turn"]) == 0) == (s.phase == 4 or table.view(seat)[0].actor < 0)
    assert len(shifts) > 3


@pytest.mark.parametrize("game", ["mamma-mia", "mamma-mia-plus"])
def test_mamma_mia(game: str) -> None:
    phases = set()
    for table in tables(find(game), 3):
        s = table.state[0]
        n, kinds, orders = table.players, len(s.table), s.recipe.shape[1]
        phases.add(int(s.phase))
        for seat in range(n):
            seen = parts(table, seat)
            assert seen["colour"].index(1) == seat
            assert sum(seen["players"]) == n
            assert seen["hand"] == s.hand[seat].tolist()
            assert seen["menu"] == [int(s.menu[seat]) >> k & 1 for k in range(orders)]
            elsewhere = [k for k in range(n) if k != seat]
            hidden = s.hand[elsewhere].sum(axis=0) + np.bincount(s.supply[: s.n_supply], minlength=kinds + 1)[:kinds]
            assert seen["unseen"] == hidden.tolist()
            assert seen["done"][:n] == turned(s.done, seat, n)
            oven = s.oven[s.at : s.n_oven].tolist()
            assert seen["oven"] == [oven.count(kind) for kind in range(kinds)]
            queue = [divmod(card - kinds, orders) for card in oven if card >= kinds]
            for place, (owner, order) in enumerate(queue, 1):
                assert seen["queue"][(owner - seat) % n][order] == place
            assert sum(map(np.count_nonzero, seen["queue"])) == len(queue)
            for at, card in enumerate(oven):
                if card >= kinds and (card - kinds) // orders == seat:
                    before = [oven[:at].count(kind) + int(s.table[kind]) for kind in range(kinds)]
                    assert seen["before"][(card - kinds) % orders] == before
            for other in range(n):
                known = s.waiter[other, : s.under[other]].tolist()
                row = seen["under"][(other - seat) % n]
                assert [row.index(k + 1) for k in range(len(known))] == known
            assert sum(seen["owner"]) == int(s.owner >= 0)
            assert (sum(seen["turn"]) == 0) == (s.phase == OVER or table.view(seat)[0].actor < 0)
    assert len(phases) >= 5


def test_what_orders_take() -> None:
    table = Table(find("mamma-mia-plus"), 3, key=bytes(32))
    seen = parts(table, 1)  # purple, olive
    names = decks.names(table.state[0].recipe)[1]
    row = {name: k for k, name in enumerate(names)}
    assert seen["needs"][row["each"]] == [1] * 6
    assert seen["needs"][row["4-salami"]] == [0, 1, 0, 0, 4, 0]
    assert seen["needs"][row["monotoni-junior"]] == [0, -1, 0, 0, 0, 0]
    assert seen["chooses"][row["monotoni"]] == [6, 0, 6, 6, 6, 6]
    assert seen["chooses"][row["bombastica"]] == [15] * 6
    assert [seen["groups"][row[name]] for name in ("ghiottona", "minimale", "each")] == [2, 1, 0]


def test_history_tells_the_public_events_from_the_own_seat() -> None:
    env = GameEnv("chefs-hat", opponents=None, shifts=1, history=4)
    layout, game = env.setup.layout, env.setup.game
    codes = {event.name: code for code, event in enumerate(game.event_types, 1)}
    seen, info = env.reset(seed=3)
    first = info["seat"]
    rows = layout.part(seen, "history").tolist()
    assert [row[:2] for row in rows] == [[0, 0]] * 3 + [[codes["begins"], 0]]
    action = int(np.flatnonzero(info["action_mask"])[-1])
    text = game.describe(env._batch.states, 0, action)  # noqa: SLF001
    naturals, _, jokers = text.removeprefix("11x").partition("+")
    seen, _, _, _, info = env.step(action)
    rows = layout.part(seen, "history").tolist()
    who = (first - info["seat"]) % 4
    assert rows[-1][:5] == [codes["placed"], who, 11, int(naturals), 2 * int(jokers.rstrip("j") or 0) + 1]
    seen, _, _, _, info = env.step(0)
    rows = layout.part(seen, "history").tolist()
    assert rows[-1][:2] == [codes["passed"], 3]
    assert rows[-2][:2] == [codes["placed"], (first - info["seat"]) % 4]


def test_without_recall_only_what_lies_open() -> None:
    known, forgot = (GameEnv("mamma-mia", opponents="uniform", recall=recall) for recall in (True, False))
    layout = known.setup.layout
    more = 0
    (seen, info), (less, _) = known.reset(seed=2), forgot.reset(seed=2)
    for _ in range(40):
        full, open_now = layout.part(seen, "oven").sum(), layout.part(less, "oven").sum()
        assert open_now <= 1
        more += int(full > open_now)
        np.testing.assert_array_equal(layout.part(seen, "hand"), layout.part(less, "hand"))
        action = int(np.flatnonzero(info["action_mask"])[0])
        seen, _, over, _, info = known.step(action)
        less = forgot.step(action)[0]
        if over:
            break
    assert more > 5
