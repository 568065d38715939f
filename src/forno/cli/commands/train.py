"""`forno train`: networks that learn a game."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from forno.agents.networks import Network, network_agent
from forno.cli import arguments
from forno.cli.batch_run import workers_from
from forno.cli.console import stderr_console, stdout_console
from forno.cli.errors import CommandError
from forno.rules.chance import KEY_BYTES
from forno.rules.game import Game
from forno.workers import NoRay

if TYPE_CHECKING:
    from forno.train.run import TrainingRun

TrainingSettings = Annotated[
    list[str] | None,
    Parameter(negative_iterable="", help="A setting of the learner as name=value (docs/training.md). Can be repeated."),
]


def train(
    game: arguments.GameId,
    /,
    *,
    minutes: float | None = None,
    decisions: int | None = None,
    key: arguments.BatchKey = None,
    out: Path | None = None,
    resume: bool = False,
    from_: Path | None = None,
    setting: TrainingSettings = None,
    ray: arguments.Ray = None,
    cores: arguments.Cores = None,
    json_: bool = False,
) -> None:
    """Train a network to play a game, for all of its numbers of players.

    It begins by doing what greedy would do, plays against greedy, itself and its past selves, and learns from what every action would have led to. The
    folder gets the network (network.npz), its learning curve (curve.png, curve.json), and what is needed to go on. Stop with Ctrl-C whenever you
    like, and continue with --resume. The same key and the same number of decisions give the same network, whatever the number of cores. See docs/training.md.

    Try:

    - forno train chefs-hat --minutes 30
    - forno train chefs-hat --minutes 30 --resume
    - forno arena chefs-hat --agents policy:forno-train/chefs-hat/network.npz,greedy

    Parameters
    ----------
    minutes
        Stop after this time. The default is 10 minutes if no number of decisions is given.
    decisions
        Stop when the network has learnt from this many decisions in total.
    out
        The folder for the network. The default is forno-train/GAME.
    resume
        Continue the run in the folder, with its key and its settings. A --setting is changed from now on.
    from_
        Begin a new run with the weights of this network, or with those of the shipped one: policy.
    json_
        Print the result as JSON.

    """
    chosen = arguments.game_named(game)
    need_torch("Training")
    check_limits(minutes, decisions)
    folder = out if out is not None else Path("forno-train") / chosen.id
    workers = workers_from(ray, cores) if ray is not None else None
    run = _run(chosen, folder, key, setting, from_, resume=resume)
    compile_training(chosen)
    console = stderr_console()
    try:
        run.train(
            minutes=minutes if minutes is not None or decisions is not None else 10.0,
            decisions=decisions,
            threads=cores,
            workers=workers,
            report=lambda line: console.print(line, soft_wrap=True),
        )
    except KeyboardInterrupt:
        raise CommandError(f"Stopped. Continue from the last checkpoint in {folder} with --resume.", 130) from None
    except NoRay as error:
        raise CommandError(str(error), 1) from None
    network = folder / "network.npz"
    if json_:
        facts = {"folder": str(folder), "network": str(network), **run.progress.curve[-1]}
        sys.stdout.write(json.dumps(facts, indent=2) + "\n")
    else:
        stdout_console().print(
            f"The network is {network}. Let it play: forno arena {chosen.id} --agents policy:{network},greedy",
            soft_wrap=True,
        )


def _run(
    game: Game, folder: Path, key: str | None, setting: list[str] | None, start: Path | None, *, resume: bool
) -> "TrainingRun":
    from forno.train.run import CHECKPOINT, TrainingRun  # noqa: PLC0415
    from forno.train.settings import Settings  # noqa: PLC0415

    if resume:
        if key is not None:
            raise CommandError("--resume takes the key from the folder: leave out --key.")
        if start is not None:
            raise CommandError("--from begins a new run: leave out --resume.")
        run = TrainingRun.resume(folder, settings_from(setting), _command(game, setting, "--resume"))
        if run.game is not game:
            raise CommandError(f"{folder} has a run of {run.game.title}, not of {game.title}.")
        return run
    if (folder / CHECKPOINT).exists():
        raise CommandError(
            f"There is a training run in {folder} already: use --resume to continue it, or another --out."
        )
    chosen = arguments.bytes_from_hex(key, "A key") if key is not None else bytes(KEY_BYTES)
    settings = Settings.from_json(settings_from(setting))
    command = _command(game, setting, "--key", chosen.hex(), *([] if start is None else ["--from", str(start)]))
    return TrainingRun(game, folder, key=chosen, settings=settings, start=network_from(game, start), command=command)


def network_from(game: Game, file: Path | None) -> Network | None:
    """The network to begin with. `policy` is the shipped one."""
    if file is None:
        return None
    return network_agent(game, None if str(file) == "policy" else str(file)).network


def _command(game: Game, setting: list[str] | None, *words: str) -> str:
    """The command line that leads to the same network, for its provenance."""
    return " ".join(["forno", "train", game.id, *words, *(f"--setting {one}" for one in setting or [])])


def compile_training(game: Game) -> None:
    """Compile the loops of the training, once."""
    from forno.train.parts import training_part  # noqa: PLC0415  needs torch

    part = training_part(game)
    if not part.is_compiled:
        with stderr_console().status(f"Compiling the training of {game.title}, once …"):
            part.compile()


def settings_from(words: list[str] | None) -> dict[str, str]:
    found = {}
    for word in words or []:
        name, equals, value = word.partition("=")
        if not equals:
            raise CommandError(f"A setting is written name=value, for example hidden=128, not {word!r}.")
        found[name.strip().replace("-", "_")] = value.strip()
    return found


def need_torch(what: str) -> None:
    if missing := [name for name in ("torch", "matplotlib") if find_spec(name) is None]:
        raise CommandError(f'{what} needs {" and ".join(missing)}: pip install "forno[torch]".')


def check_limits(minutes: float | None, decisions: int | None) -> None:
    if minutes is not None and not minutes > 0:
        raise CommandError("--minutes must be a number above 0.")
    if decisions is not None and decisions < 1:
        raise CommandError("--decisions must be a whole number above 0.")
