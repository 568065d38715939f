"""A network as a file. Reading it needs NumPy alone (docs/agents.md describes the format).

The file is what `numpy.savez_compressed` writes: the arrays of `Network` as 16-bit floats, and `header`, the bytes of a JSON object.
"""

import hashlib
import json
import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from forno.agents.networks.network import Network
from forno.agents.networks.sight import sight_of
from forno.observations import Layout, layout_of
from forno.rules import find
from forno.rules.game import BadSetup, Game

FORMAT = 2
_READABLE = (1, FORMAT)  # format 1 has no ratings
SHIPPED = Path(__file__).parent / "shipped"
_MOST_BYTES = 64_000_000  # of a file, unpacked: larger ones are not networks of ours


@dataclass(frozen=True)
class NetworkFile:
    """A network, the numbers of players that it was trained for, and how it was made."""

    game: str
    players: tuple[int, ...]
    network: Network
    provenance: dict[str, Any] = field(default_factory=dict)

    def save(self, path: Path) -> None:
        """Write the file. The weights are rounded to 16 bits."""
        layout = layout_of(self.game) if self.network.is_plain else sight_of(self.game)
        header = {"format": FORMAT, **_wanted(layout), "players": list(self.players), "provenance": self.provenance}
        arrays = {
            name: array if array.dtype == np.uint8 else array.astype(np.float16)
            for name, array in self.network.parameters.items()
        }
        text = json.dumps(header, ensure_ascii=False, indent=1).encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            np.savez_compressed(file, allow_pickle=False, header=np.frombuffer(text, np.uint8), **arrays)


def load_network(path: Path, game: Game) -> NetworkFile:
    """Read the file of a network. Raise BadSetup, with a sentence, if it does not fit the game and this version of Forno."""
    if not path.is_file():
        raise BadSetup(f"there is no file {path} to load a network from.")
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(part.file_size for part in archive.infolist()) > _MOST_BYTES:
                raise BadSetup(f"{path} is too large to be a network.")
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        header = json.loads(arrays.pop("header").tobytes())
        found_format = header["format"]
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile) as error:
        raise BadSetup(f"{path} is not a network that `forno train` has written.") from error
    if found_format not in _READABLE:
        known = " and ".join(map(str, _READABLE))
        raise BadSetup(f"{path} has format {found_format}; this version of Forno reads the formats {known}.")
    if header.get("game") != game.id:
        raise BadSetup(f"{path} is a network for {header.get('game')}, not for {game.id}.")
    layout = sight_of(game.id)
    is_plain = header.get("observations") != _wanted(layout)["observations"]
    if is_plain:
        layout = layout_of(game.id)
    for name, value in _wanted(layout).items():
        if header.get(name) != value:
            raise BadSetup(
                f"{path} was made for another version of {game.title}: its {name} differ, so it must be trained again."
            )
    try:
        network = Network(
            **{name: array if array.dtype == np.uint8 else array.astype(np.float32) for name, array in arrays.items()},
            is_plain=is_plain,
        )
        fits = network.inputs == layout.size and network.actions == game.n_actions
        is_finite = all(np.isfinite(array).all() for array in network.parameters.values())
        made = NetworkFile(game.id, tuple(header["players"]), network, dict(header["provenance"]))
    except (TypeError, ValueError, KeyError, AttributeError) as error:
        raise BadSetup(f"{path} is damaged: {error}.") from error
    if not fits or not is_finite:
        what = "its weights are not all numbers" if fits else "its layers do not fit the observations and actions"
        raise BadSetup(f"{path} is damaged: {what}.")
    return made


def shipped_path(game: Game) -> Path:
    """Where the network of a game is, if one is shipped."""
    return SHIPPED / f"{game.id}.npz"


def _wanted(layout: Layout) -> dict[str, Any]:
    """What a file must say about the game, so that its inputs and outputs mean the same."""
    slices = [(part.name, part.shape, part.low, part.high) for part in layout.slices]
    return {
        "game": layout.game,
        "observations": {
            "version": layout.version,
            "size": layout.size,
            "fingerprint": hashlib.sha256(json.dumps(slices).encode()).hexdigest()[:16],
        },
        "actions": find(layout.game).n_actions,
    }
