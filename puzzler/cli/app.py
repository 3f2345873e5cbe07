"""The program ``puzzler``: finds the commands, parses the arguments, prints errors as one line."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import typer
import typer.main
from typing_extensions import override

import puzzler
from puzzler import resources
from puzzler.board.errors import PuzzlerError, UnsolvableError, quoted, suggestion
from puzzler.cli import commands, completion, inputs
from puzzler.cli.command import DEFAULT_COMMAND, Command, Group, expanded
from puzzler.cli.deadline import TimeUpError, stop_alarm
from puzzler.cli.output import ExitStatus, drop_output, harmless, say
from puzzler.formats.reading import STANDARD_INPUT, ReadingError, find_source

MANY_OBJECTS = 50_000
"""New objects after which Python collects garbage: starting makes 250,000 that all stay."""
LOG_OPTION = "--log-level"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
GENERAL_OPTIONS = ("--help", "-h", "--version", "--install-completion", "--show-completion")
HELP = """Sliding-tile puzzles: play them, watch a search solve them, solve them by the thousand.

\b
  puzzler                                   opens the window
  puzzler '8 6 7/2 5 4/3 0 1'               opens the window with this board
  puzzler solve '8 6 7/2 5 4/3 0 1'         prints the moves
  puzzler solve boards.txt --batch --json   reads and answers one board per line
  puzzler shuffle --count 9 | puzzler solve - --batch
  puzzler compare '8 6 7/2 5 4/3 0 1'       runs every algorithm on one board
  puzzler compare boards.txt --batch --methods astar,idastar/manhattan,astar/manhattan/1.5
                                            compares these methods on all boards of a file
  puzzler trace '8 6 7/2 5 4/3 0 1' --json  prints every expansion of a search, a line each
  puzzler review '1 2 3/0 5 6/4 7 8' --moves RLDRR
                                            says how good every move was
  puzzler convert puzzle04.txt --to lodz    writes the board in another format
  puzzler record '8 6 7/2 5 4/3 0 1' out.gif
                                            makes an animation of a solution
  puzzler lesson                            lists the lessons

A BOARD is text: rows separated by /, tiles by spaces or commas, the blank as 0, _, * or a dot; any
size from 2x2 to 10x10. Tiles may be single letters; their goal is the alphabet. A FILE holds the
same, on one line or several; # starts a comment. Or it is in the format of a course, a list of
boards, a scramble or a shared game: puzzler convert --help lists them all. Its content tells the
format; where it fits several, --from does.

A GOAL is standard (blank last), blank-first, snail, a BOARD or a FILE. Moves are U D L R: the
direction in which the blank moves.

Exit status: 0 solved, 1 stopped by a limit, 2 bad input, 3 unsolvable, 130 stopped by Ctrl-C.
"""

_log = logging.getLogger("puzzler")

# what typer raises for a wrong command line; only this subclass has a public name
_UsageError: Any = typer.BadParameter.__base__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status; ``arguments`` are by default the process's."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        # characters that a stream cannot encode are written as numbers
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    resources.tidy()
    try:
        with _restored():
            status = _run(arguments)
        if sys.stdout is not None:  # a window's process may have none
            sys.stdout.flush()
    except UnsolvableError as error:
        return _fail(error, ExitStatus.UNSOLVABLE)
    except (PuzzlerError, _UsageError) as error:
        return _fail(error, ExitStatus.BAD_INPUT)
    except (KeyboardInterrupt, typer.Abort):
        say("cancelled")
        return ExitStatus.CANCELLED
    except TimeUpError as error:
        say(str(error))
        return ExitStatus.LIMIT
    except BrokenPipeError:
        drop_output()
        return ExitStatus.BROKEN_PIPE
    except MemoryError:
        say("out of memory")
        return ExitStatus.BAD_INPUT
    except OSError as error:  # such as a full disk, or a file that has gone
        drop_output()
        where = "" if error.filename is None else f"{error.filename}: "
        if error.errno == errno.ENOSPC and not where:  # of help texts; Output names it itself
            where = "standard output: cannot be written: "
        say(f"{where}{error.strerror or error}")
        return ExitStatus.BAD_INPUT
    return status


def _run(arguments: list[str]) -> int:
    names = commands.find()
    if completion.REQUEST in os.environ:  # the line comes in the environment
        _program(names).main([], "puzzler", completion.REQUEST)
    if not arguments:  # the window need not wait for typer
        return expanded(names[DEFAULT_COMMAND])()
    arguments = with_default_command(arguments, list(names))
    program = _program(names)
    try:
        with program.make_context("puzzler", arguments) as context:
            status: int = program.invoke(context)
    except typer.Exit as end:  # after --help and --version, or where the shell is unknown
        return ExitStatus.BAD_INPUT if end.exit_code else ExitStatus.SOLVED
    return status


def with_default_command(arguments: Sequence[str], names: Sequence[str]) -> list[str]:
    """``arguments``, with ``play`` inserted where they name none of the commands ``names``.

    ReadingError where the first one is no command, option, file or board.
    """
    first = 0
    while first < len(arguments) and arguments[first].split("=")[0] == LOG_OPTION:
        first += 1 if "=" in arguments[first] else 2
    rest = list(arguments[first:])
    is_complete = bool(rest) and (rest[0] in names or rest[0] in GENERAL_OPTIONS)
    if is_complete or first > len(arguments):
        return list(arguments)
    if rest and (rest[0] == STANDARD_INPUT or not rest[0].startswith("-")):
        try:
            find_source(rest[0], inputs.standard_input())
        except ReadingError as error:
            hint = suggestion(rest[0], names, "commands:")
            reason = f"{error.reason}, and not a command; {hint}"
            raise ReadingError(reason, source=error.source) from None
    return [*arguments[:first], DEFAULT_COMMAND, *rest]


def _program(names: Mapping[str, Callable[..., int]]) -> Any:
    """The typer program with all commands, each of which takes ``--log-level`` too."""
    # plain help: the framed one takes a quarter of a second longer
    application = typer.Typer(
        cls=Group,
        help=HELP,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["--help", "-h"]},
    )

    def general(
        log_level: Annotated[
            str | None,
            typer.Option(
                LOG_OPTION,
                metavar="LEVEL",
                callback=_log_from,
                autocompletion=completion.among(dict.fromkeys(LOG_LEVELS, "")),
                expose_value=False,
                help=f"Log to standard error: {', '.join(LOG_LEVELS)}.",
            ),
        ] = None,
        version: Annotated[
            bool,
            typer.Option(
                "--version", callback=_print_version, is_eager=True, help="Print the version."
            ),
        ] = False,
    ) -> None:
        pass

    application.callback()(general)
    for name, command in names.items():
        summary = (command.__doc__ or "").partition("\n")[0]
        application.command(name, cls=Command, short_help=summary)(expanded(command))
    program: Any = typer.main.get_command(application)
    log_option = next(option for option in program.params if LOG_OPTION in option.opts)
    for command in program.commands.values():
        command.params.append(log_option)
    return program


def _log_from(context: typer.Context, level: str | None) -> None:
    if level is None or context.resilient_parsing:
        return
    if level.upper() not in LOG_LEVELS:
        raise typer.BadParameter(f"{quoted(level)} is not one of {', '.join(LOG_LEVELS)}")
    handler = logging.StreamHandler()
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(message)s"))
    _log.handlers = [handler]  # the last --log-level counts
    _log.setLevel(level.upper())


class _Formatter(logging.Formatter):
    @override
    def format(self, record: logging.LogRecord) -> str:
        return harmless(super().format(record))


@contextlib.contextmanager
def _restored() -> Iterator[None]:
    """Undo ``--log-level`` at the end; meanwhile collect garbage after more new objects."""
    handlers, level, before = _log.handlers, _log.level, gc.get_threshold()
    gc.set_threshold(MANY_OBJECTS, *before[1:])
    try:
        yield
    finally:
        stop_alarm()
        _log.handlers = handlers
        _log.setLevel(level)
        gc.set_threshold(*before)


def _print_version(context: typer.Context, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        print(f"puzzler {puzzler.__version__}")
        raise typer.Exit()


def _fail(error: Exception, status: ExitStatus) -> ExitStatus:
    message = error.format_message() if isinstance(error, _UsageError) else str(error)
    say(" ".join(message.split()))
    return status
