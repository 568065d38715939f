"""The data card of a simulation: README.md in its folder."""

import shlex
from collections.abc import Mapping
from typing import Any

from forno.matches.contest import Contest
from forno.matches.fingerprints import Fingerprint
from forno.rules.game import text_of
from forno.simulate.plan import Plan


def card(plan: Plan, games: int, fingerprints: Mapping[str, Fingerprint], contents: Mapping[str, Any]) -> str:
    """What the data are, how they were made, and what they can be used for, for people who find the folder."""
    contest = plan.contest
    facts = contest.facts()
    columns = contents.get("columns", {})
    data_set = contents.get("dataset_id")
    rows = [
        f"| `{name}` | {one['type']} | {one['help']} |" if isinstance(one, dict) else f"| `{name}` | | {one} |"
        for name, one in columns.items()
    ]
    options = ", ".join(f"{name} {text_of(value)}" for name, value in contest.options.items())
    return "\n".join(
        [
            f"# {contest.game.title}: {games:,} simulated games",
            "",
            "## What this is",
            "",
            (
                f"Every decision of {games:,} games of {contest.game.title} with {contest.players} players ({options}). "
                f"They were played by {_agents(contest)}, whose seats rotate from game to game. No people took part, and there are no personal data."
            ),
            "",
            "## How it was made",
            "",
            f"By Forno {facts['forno']}, with version {facts['rules']} of the rules. The same command plays the same games and makes the same tables:",
            "",
            f"    {command(plan, games)}",
            "",
            *_versions(fingerprints),
            "## What is in it",
            "",
            f"The format is `{plan.format.name}`. `simulation.json` describes columns and observations for programs, `actions.json` names the actions.",
            "",
            *(
                [
                    f"The Minari data set is `{data_set}` in the folder `minari`: each episode is one seat of one game, and rewards are points as they are scored. It was made from the tables:",
                    "",
                ]
                if data_set
                else []
            ),
            "| column | type | meaning |",
            "|---|---|---|",
            *rows,
            "",
            "## What it can be used for",
            "",
            (
                "Imitation, offline learning, and models of opponents and hidden cards. Rows of one game depend on each other: split training and test data "
                "by games, not by rows. The agents play as they do: the data say nothing about people, and little about positions that these agents avoid."
            ),
            "",
        ]
    )


def command(plan: Plan, games: int) -> str:
    """The command that makes the data set."""
    contest = plan.contest
    standard = contest.game.check(contest.players, {})
    words = ["forno", "simulate", contest.game_id, "--agents", ",".join(contest.agents), "--games", str(games)]
    words += ["--players", str(contest.players)]
    for name, value in contest.options.items():
        if value != standard[name]:
            words += ["--option", f"{name}={text_of(value)}"]
    words += ["--key", contest.key.hex()] if any(contest.key) else []
    words += ["--format", plan.format.name] if plan.format.name != "parquet" else []
    words += ["--open"] if plan.format.facts().get("open") else []
    words += ["--shard", str(plan.shard)] if plan.shard != Plan.shard else []
    return f"{shlex.join(words)} --out FOLDER"


def _agents(contest: Contest) -> str:
    names = [f"`{name}`" for name in contest.names]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _versions(fingerprints: Mapping[str, Fingerprint]) -> list[str]:
    """The files of agents that are not Forno's own."""
    lines = [
        f"- `{agent}`: `{file}` {digest}" for agent, files in fingerprints.items() for file, digest in files.items()
    ]
    return ["Files of the agents, with the first digits of their SHA-256:", "", *lines, ""] if lines else []
