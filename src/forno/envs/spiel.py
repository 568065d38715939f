"""OpenSpiel: registers the games in pyspiel as forno_chefs_hat, forno_mamma_mia and so on.

A shuffle has too many outcomes to list. Here, four chance nodes with 256 outcomes each draw the bytes of a number that seeds the shuffle. So the
history of actions determines a game, and states can be cloned and serialized.

An information state is what a player has observed at each of its own decisions, what it did there, and what it observes now.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
import numpy as np
import pyspiel

from forno.envs import rewards
from forno.envs.setup import Setup
from forno.observations import layout_of, observe_one
from forno.rules import GAMES, chance, find
from forno.rules.game import CHANCE, NOBODY, BadSetup, Game, Option, Value, text_of
from forno.rules.log import SILENT
from forno.rules.records import Records, new_records
from forno.table import named_view

BYTES = 4  # of the number that seeds a shuffle: one chance node each
_UNSET = -1  # stands for no value in options that take numbers
_OUTCOMES = [(byte, 1 / 256) for byte in range(256)]
_SHUFFLES = b"forno shuffles by OpenSpiel".ljust(chance.KEY_BYTES, b"\0")  # the key; it need not be secret


def short_name(game: Game) -> str:
    return f"forno_{game.id.replace('-', '_')}"


class _Shared:
    """What all states of a game share, clones included."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = setup.game
        self.actions = np.zeros(setup.game.n_actions, np.int16)
        self.view = new_records(1, setup.game.view_dtype)
        self.numbers = np.zeros(setup.players, np.int64)
        self.rewards = np.zeros(setup.players)
        self.reward = list(rewards.NAMES).index(setup.reward)

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Shared":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings only: a pickled state contains everything that it refers to."""
        return _shared, (self.game.id, self.setup.players, tuple(self.setup.options.items()), self.setup.reward)


@cache
def _shared(game: str, players: int, options: tuple[tuple[str, Value], ...], reward: str) -> _Shared:
    return _Shared(Setup(find(game), players, dict(options), reward=reward))


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    def __init__(self, game: Any, shared: _Shared) -> None:
        super().__init__(game)
        self._shared = shared
        self._states = shared.game.new(shared.setup.players, shared.setup.options)
        self._drawn: list[int] = []  # the bytes for the next shuffle, so far
        self._memory = [""] * shared.setup.players  # a digest of each player's earlier decisions

    def current_player(self) -> int:
        actor = self._shared.game.actor(self._states, 0)
        if actor == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if actor == NOBODY else actor

    def is_terminal(self) -> bool:
        return self._shared.game.is_over(self._states, 0)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return _OUTCOMES

    def _legal_actions(self, player: int) -> list[int]:
        actions = self._shared.actions
        found: list[int] = actions[: self._shared.game.legal(self._states, 0, actions)].tolist()
        return found

    def _apply_action(self, action: int) -> None:
        game = self._shared.game
        actor = game.actor(self._states, 0)
        if actor != CHANCE:
            self._memory[actor] = self._digest(actor, action)
            game.step(self._states, 0, action, SILENT)
            return
        self._drawn.append(action)
        if len(self._drawn) == BYTES:
            number = int.from_bytes(bytes(self._drawn), "little")
            game.deal(self._states, 0, chance.stream(_SHUFFLES, number), SILENT)
            self._drawn = []

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"shuffle {action}"
        return self._shared.game.describe(self._states, 0, action)

    def returns(self) -> list[float]:
        shared = self._shared
        if not self.is_terminal():
            return [0.0] * shared.setup.players
        rewards.compute_rewards_at(self._states, 0, shared.reward, 0, -1, shared.numbers, shared.rewards)
        paid: list[float] = shared.rewards.tolist()
        return paid

    def _view(self, seat: int) -> Records[Any]:
        shared = self._shared
        shared.game.view(self._states, 0, seat, shared.view, 0)
        return shared.view

    def _digest(self, seat: int, action: int) -> str:
        """The memory of a player after its next decision."""
        facts = self._memory[seat].encode() + self._view(seat).tobytes() + action.to_bytes(4, "little")
        return hashlib.sha256(facts).hexdigest()[:16]

    def observed(self, seat: int) -> Any:
        """The observation vector described in docs/observations.md."""
        return observe_one(self._shared.game.id, self._view(seat))

    def memory(self, seat: int) -> str:
        """Differs wherever a player has observed or done something else at one of its earlier decisions."""
        return self._memory[seat]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "SpielState":
        """A random state that looks the same to a player. `sampler` draws numbers from 0 to 1."""
        world: SpielState = self.clone()
        rng = chance.quick_stream(hashlib.sha256(np.array([sampler(), sampler()]).tobytes()).digest())
        self._shared.game.resample(self._view(player), 0, rng, False, world._states, 0)
        return world

    def to_observation_struct(self, player: int | None = None) -> "ObservationStruct":
        """What a player knows, by name. OpenSpiel 2 has this for its games in C++."""
        seat = self.current_player() if player is None else player
        return ObservationStruct(named_view(self._view(seat).copy(), self._shared.game).as_dict())

    def __str__(self) -> str:
        """All bytes of the state, since OpenSpiel needs a unique text."""
        return f"{self._states.tobytes().hex()} {self._drawn}"


class ObservationStruct:
    """Facts as attributes, like the structs of OpenSpiel's games in C++."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self.__dict__.update(facts)

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = msgspec.to_builtins(self.__dict__)
        return found

    def to_json(self) -> str:
        return msgspec.json.encode(self.__dict__).decode()


class _Observer:
    """An OpenSpiel observer: a flat tensor, and views of its parts by name. With perfect recall there are only texts."""

    def __init__(self, game: str, kind: Any) -> None:
        self._layout = layout_of(game)
        self._recalls = kind.perfect_recall
        self._is_private = kind.private_info != pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(self._layout.size, np.float32)
        self.dict = {
            part.name: self.tensor[at : at + part.size].reshape(part.shape)
            for part, at in zip(self._layout.slices, self._layout.offsets.values(), strict=True)
        }

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.observed(player if self._is_private else -1)

    def string_from(self, state: SpielState, player: int) -> str:
        self.set_from(state, player)
        parts = [f"{name}={part.astype(int).tolist()}" for name, part in self.dict.items() if part.any()]
        if self._recalls:
            parts.insert(0, f"memory={state.memory(player)}")
        return " ".join(parts).replace(", ", ",")


def _utility(game: Game, reward: str) -> tuple[float, float]:
    """The lowest and highest reward. OpenSpiel has one utility type for all settings, so it cannot know that most rewards sum to zero."""
    most = float(game.scores[-1])
    if reward == "points":
        return 0.0, most
    return (-most, most) if reward == "difference" else (-1.0, 1.0)


def _parameter(option: Option) -> int | str:
    """An option's default for pyspiel, which accepts only values of the same type: a number if the option takes numbers."""
    if option.numbers is None:
        return text_of(option.default)
    return option.default if isinstance(option.default, int) else _UNSET


def _define(game: Game) -> tuple[Any, type]:
    """The game type and class to register."""
    defaults: dict[str, Any] = {"players": 4, "reward": "rank"}
    defaults |= {option.name: _parameter(option) for option in game.options}
    game_type = pyspiel.GameType(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults,
    )

    class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {**defaults, **(params or {})}
            players, reward = int(given.pop("players")), str(given.pop("reward"))
            if reward == "shift":
                raise BadSetup(
                    "OpenSpiel pays at the end of a game: the reward cannot be 'shift'; difference is its sum."
                )
            options: dict[str, Value] = {name: value for name, value in given.items() if value != _UNSET}
            self._shared = _shared(game.id, players, tuple(options.items()), reward)
            least, most = _utility(game, reward)
            info = pyspiel.GameInfo(
                num_distinct_actions=game.n_actions,
                max_chance_outcomes=len(_OUTCOMES),
                num_players=players,
                min_utility=least,
                max_utility=most,
                max_game_length=game.max_decisions(players, game.check(players, options)),
            )
            super().__init__(game_type, info, params or {})

        def new_initial_state(self) -> SpielState:
            return SpielState(self, self._shared)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            return _Observer(game.id, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))

    return game_type, SpielGame


def register() -> None:
    known = pyspiel.registered_names()
    for game in GAMES:
        if short_name(game) not in known:
            pyspiel.register_game(*_define(game))
