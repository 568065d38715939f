"""Data sets for Minari: one episode for each seat of each game.

Workers write Parquet files, from which a stopped simulation continues. When all games are played, the data set is made from them.
"""

import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from forno.matches.contest import Contest
from forno.matches.formats import GameWriter
from forno.rules.game import BadSetup, Game
from forno.simulate.parquet import SCHEMA, described

if TYPE_CHECKING:
    import polars as pl

ROOT = "minari"  # the folder in a run folder that Minari calls MINARI_DATASETS_PATH


def dataset_id(contest: Contest) -> str:
    return f"forno/{contest.slug}-v0"


class Minari:
    name = "minari"
    suffix = "parquet"

    def check(self, game: Game) -> None:
        missing = [name for name in ("minari", "h5py", "gymnasium", "polars") if find_spec(name) is None]
        if missing:
            raise BadSetup(f"the format {self.name} needs {' and '.join(missing)}: pip install 'forno[minari]'.")

    def writer(self, contest: Contest) -> GameWriter:
        from forno.simulate.decisions import DecisionWriter  # noqa: PLC0415  needs polars, which is an extra

        return DecisionWriter(contest, with_ends=True)

    def facts(self) -> dict[str, Any]:
        return {"schema": SCHEMA}

    def contents(self, contest: Contest) -> dict[str, Any]:
        from forno.simulate.decisions import schema  # noqa: PLC0415  see above

        return {"dataset_id": dataset_id(contest), **described(contest, schema(contest, with_ends=True))}

    def finish(self, folder: Path, contest: Contest) -> None:
        """Make the data set from the Parquet files. It appears complete or not at all."""
        import polars as pl  # noqa: PLC0415
        from gymnasium.spaces import Box, Discrete  # noqa: PLC0415
        from minari.dataset.minari_storage import MinariStorage  # noqa: PLC0415

        from forno.observations import layout_of  # noqa: PLC0415

        game, layout = contest.game, layout_of(contest.game_id)
        place = folder / ROOT / dataset_id(contest)
        new = place.with_name(f".{place.name}")
        shutil.rmtree(new, ignore_errors=True)
        (new / "data").mkdir(parents=True)
        storage = MinariStorage.new(
            new / "data",
            Box(layout.low, layout.high, dtype=layout.low.dtype),
            Discrete(game.n_actions),
            jpeg_encoding=False,
        )
        first = 0
        for path in sorted(folder.glob(f"games-*.{self.suffix}")):
            episodes, about = _episodes(pl.read_parquet(path), first)
            storage.update_episodes(episodes)
            storage.update_episode_metadata(about, range(first, first + len(about)))
            first += len(episodes)
        storage.update_metadata(_metadata(contest))
        shutil.rmtree(place, ignore_errors=True)
        new.rename(place)


def _episodes(rows: "pl.DataFrame", first: int) -> tuple[list[Any], list[dict[str, Any]]]:
    """The episodes of a file and what is known about each, in the order of games and seats."""
    import numpy as np  # noqa: PLC0415
    from minari.data_collector import EpisodeBuffer  # noqa: PLC0415

    from forno.simulate.decisions import SO_FAR  # noqa: PLC0415

    episodes: list[Any] = []
    about: list[dict[str, Any]] = []
    for (game, seat), own in sorted(rows.group_by("game", "seat", maintain_order=True), key=lambda one: one[0]):
        steps = own.height - 1  # the last row only has the final observation
        rewards = np.diff(own[SO_FAR].to_numpy()).astype(np.float64)
        episodes.append(
            EpisodeBuffer(
                id=first + len(episodes),
                observations=own["observation"].to_numpy(),
                actions=own["action"].to_numpy()[:-1].astype(np.int64),
                rewards=rewards,
                terminations=np.arange(steps) == steps - 1,
                truncations=np.zeros(steps, np.bool_),
                infos={"action_mask": own["mask"].to_numpy()},
            )
        )
        facts = own.row(0, named=True)
        about.append(
            {"game": game, "seat": seat, "agent": facts["agent"], "points": facts["points"], "rank": facts["rank"]}
        )
    return episodes, about


def _metadata(contest: Contest) -> dict[str, Any]:
    import minari  # noqa: PLC0415

    return {
        "dataset_id": dataset_id(contest),
        "minari_version": minari.__version__,
        "algorithm_name": ", ".join(contest.names),
        "author": {"Forno"},
        "description": f"Decisions of {contest.game.title}, one episode for each seat of each game. See README.md of the run folder.",
        "requirements": [f"forno=={contest.facts()['forno']}"],
    }


MINARI = Minari()
