"""The command `forno`: its subcommands, and how errors are reported."""

import errno
import os
import sys
from collections.abc import Callable, Sequence

from cyclopts import App, CycloptsError, Parameter, UnknownCommandError
from rich.text import Text

from forno import __version__
from forno.cli.commands.arena import arena
from forno.cli.commands.backup import backup
from forno.cli.commands.bench import bench
from forno.cli.commands.doctor import doctor
from forno.cli.commands.exploit import exploit
from forno.cli.commands.games import games
from forno.cli.commands.join import join
from forno.cli.commands.levels import levels
from forno.cli.commands.migrate import migrate
from forno.cli.commands.peers import peers
from forno.cli.commands.play import play
from forno.cli.commands.preheat import preheat
from forno.cli.commands.replay import replay
from forno.cli.commands.restore import restore
from forno.cli.commands.serve import serve
from forno.cli.commands.simulate import simulate
from forno.cli.commands.trace import trace
from forno.cli.commands.train import train
from forno.cli.commands.verify import verify
from forno.cli.console import stderr_console
from forno.cli.errors import CommandError, capitalized
from forno.matches.agent_loading import AgentFailed
from forno.rules.game import BadSetup
from forno.suggestions import did_you_mean
from forno.table import BadRecord, Refusal

_FUNCTIONS: tuple[Callable[..., None], ...] = (
    play,
    serve,
    join,
    games,
    replay,
    verify,
    trace,
    arena,
    simulate,
    train,
    exploit,
    bench,
    preheat,
    backup,
    restore,
    migrate,
    doctor,
)
COMMANDS = tuple(function.__name__ for function in _FUNCTIONS)

app = App(
    name="forno",
    help="The home of pizza card games. Play against bots in the terminal (*forno play*) or in the browser (*forno serve*), replay and check recorded games, and measure agents.",
    version=__version__,
    default_parameter=Parameter(negative=()),
    help_format="markdown",
)
for _position, _function in enumerate(_FUNCTIONS):
    app.command(_function, sort_key=_position)
for _function in (levels, peers):
    app["bench"].command(_function)


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    try:
        app(list(arguments), exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
    except CycloptsError as error:
        return _report(_explain(error, arguments), 2)
    except CommandError as error:
        return _report(str(error), error.code)
    except AgentFailed as error:
        return _report(str(error), 1)
    except (BadSetup, BadRecord, Refusal) as error:
        return _report(str(error), 2)
    except OSError as error:
        if is_closed_pipe(error):
            # The reader has seen enough. Without this, Python would report it when it closes stdout.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 0
        path = f"{error.filename}: " if error.filename else ""
        return _report(f"{path}{error.strerror or error}.", 2)
    except KeyboardInterrupt:
        return 130
    return 0


def is_closed_pipe(error: OSError) -> bool:
    """Windows reports it as an invalid argument."""
    is_windows = os.name == "nt"
    return isinstance(error, BrokenPipeError) or (is_windows and error.errno == errno.EINVAL and not error.filename)


def _explain(error: CycloptsError, arguments: Sequence[str]) -> str:
    if isinstance(error, UnknownCommandError):
        word = error.unused_tokens[0] if error.unused_tokens else arguments[0]
        hint = did_you_mean(word, COMMANDS)
        return f"There is no command {word!r}: the commands are {', '.join(COMMANDS)}.{hint}"
    command = f" {arguments[0]}" if arguments and arguments[0] in COMMANDS else ""
    return f"{' '.join(str(error).split())} See forno{command} --help."


def _report(message: str, code: int) -> int:
    if "." not in message.partition(" ")[0]:  # do not change the name of a file
        message = capitalized(message)
    stderr_console().print(Text(message, "red"), soft_wrap=True)
    return code
