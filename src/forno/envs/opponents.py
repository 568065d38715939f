"""Opponents that are not compiled: agents written in Python, and networks, which decide for many games at once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from forno.agents import Agent
from forno.envs.batch import LEARNER, Batch, observe_waiting
from forno.envs.setup import Setup
from forno.matches.agent_loading import BadAnswer, ask_agent
from forno.observations import layout_of
from forno.observations.network import BatchAgent
from forno.rules.records import new_records

Integers = NDArray[np.int64]


def agent_of(setup: Setup, batch: Batch, agents: Sequence[Agent | None], i: int, seat: int) -> Agent:
    """The agent in a seat of game `i`. `agents` are in clockwise order from the learner."""
    learner = int(np.argmax(batch.policies[i] == LEARNER))
    agent = agents[(seat - learner) % setup.players]
    assert agent is not None
    return agent


def ask(setup: Setup, batch: Batch, i: int, seat: int, agent: Agent) -> int:
    """The action of a Python agent. Raise ValueError if it is not legal."""
    game = setup.game
    legal = np.zeros(game.n_actions, np.int16)
    legal = legal[: game.legal(batch.states, i, legal)]
    view = new_records(1, game.view_dtype)
    game.view(batch.states, i, seat, view, 0)
    try:
        return ask_agent(agent, game, view, legal, batch.rngs[i : i + 1])[0]
    except BadAnswer as error:
        raise _bad_answer(seat, agent, str(error)) from None


def ask_waiting(setup: Setup, batch: Batch, agents: Sequence[Agent | None]) -> tuple[Integers, Integers]:
    """The games in which a Python agent must decide, and the actions of these agents. A network is asked once for all of its games."""
    games = np.flatnonzero(batch.waiting >= 0)
    by_agent: dict[int, tuple[Agent, list[int]]] = {}
    for i in games.tolist():
        agent = agent_of(setup, batch, agents, i, int(batch.waiting[i]))
        by_agent.setdefault(id(agent), (agent, []))[1].append(i)
    actions = np.zeros(len(batch.waiting), np.int64)
    for agent, own in by_agent.values():
        if isinstance(agent, BatchAgent):
            actions[own] = _ask_network(setup, batch, agent, np.array(own))
        else:
            actions[own] = [ask(setup, batch, i, int(batch.waiting[i]), agent) for i in own]
    return games, actions[games]


def _ask_network(setup: Setup, batch: Batch, agent: BatchAgent, games: Integers) -> Integers:
    observations = np.empty((len(games), layout_of(setup.game.id).size), np.int8)
    masks = np.empty((len(games), setup.game.n_actions), np.bool_)
    observe_waiting(batch, games, observations, masks)
    actions = agent.choose_all(observations, masks, [batch.rngs[i : i + 1] for i in games])
    wrong = np.flatnonzero(~masks[np.arange(len(games)), actions])
    if len(wrong):
        action, legal = int(actions[wrong[0]]), np.flatnonzero(masks[wrong[0]]).tolist()
        sentence = f"its answer {action} is not one of the legal actions {legal}"
        raise _bad_answer(int(batch.waiting[games[wrong[0]]]), agent, sentence)
    return actions


def _bad_answer(seat: int, agent: object, sentence: str) -> ValueError:
    return ValueError(f"the opponent in seat {seat} ({agent}) cannot go on: {sentence}.")
