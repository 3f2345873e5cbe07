"""The program ``puzzler``: loads commands, parses arguments and prints errors on one line."""

from __future__ import annotations

import contextlib
import errno
import gc
import io
import logging
import os
import sys
from collections.abc import Iterator, Sequence

import click

import puzzler
from puzzler import resources
from puzzler.board.errors import PuzzlerError, UnsolvableError, quoted, shortened, suggestion
from puzzler.board.numbers import whole_number
from puzzler.cli.click_options import completer, make_command
from puzzler.cli.commands import SUMMARIES, load
from puzzler.cli.output import NO_COLOR, ExitStatus, drop_output, escape_controls, notify
from puzzler.search.deadline import TimeUpError, stop_alarm

MANY_OBJECTS = 50_000
"""New objects between garbage collections. Start-up creates 250,000 permanent objects."""
DEFAULT_COMMAND = "play"
COMPLETION = "_PUZZLER_COMPLETE"
"""The environment variable that a shell sets to request completions."""
LOG_OPTION = "--log-level"
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
NO_COLOR_OPTION = "--no-color"
GENERAL_OPTIONS = ("--help", "-h", "--version", "-V")
HELP = """Play sliding-tile puzzles, watch searches solve them, and solve them by the thousand.

\b
  puzzler                               opens the window
  puzzler '8 6 7/2 5 4/3 0 1'           opens the window with this board
  puzzler solve '8 6 7/2 5 4/3 0 1'     prints the moves
  puzzler solve boards.txt --json       answers one board per line
  puzzler shuffle --count 9 | puzzler solve - --batch
  puzzler compare '8 6 7/2 5 4/3 0 1'   runs every algorithm on one board
  puzzler compare boards.txt --methods astar,idastar/manhattan
                                        runs two methods on many boards
  puzzler trace '8 6 7/2 5 4/3 0 1'     prints every expansion of a search
  puzzler review '1 2 3/0 5 6/4 7 8' --moves RLDRR
                                        rates every move
  puzzler convert puzzle04.txt --to lodz
                                        writes the board in another format
  puzzler record '8 6 7/2 5 4/3 0 1' out.gif
                                        records a solution as an animation
  puzzler lesson                        lists the lessons

A BOARD is text of any size from 2x2 to 10x10. Rows are separated by /, tiles by spaces or commas.
The blank is 0, _, * or a dot. Tiles can be single letters, with the alphabet as goal. A FILE
contains a BOARD on one or more lines, where # starts a comment, or another format: a course file,
a list of boards, a scramble or a shared game. puzzler convert --help lists all formats. They are
detected by content; use --from if several match.

A GOAL is standard (blank last), blank-first, snail, a BOARD or a FILE. Moves are U D L R: the
direction in which the blank moves.

Exit status: 0 solved, 1 stopped by a limit, 2 bad input, 3 unsolvable, 130 stopped by Ctrl-C.
"""

_log = logging.getLogger("puzzler")


LARGEST_SIZE = 10_000
"""Limit on the columns and lines of a terminal."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status. arguments: by default those of the process."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        for stream in (sys.stdin, sys.stdout):
            # replace what a stream cannot decode or encode by numbers, as standard error does
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        _drop_invalid_sizes()
        resources.tidy()
        with _restored():
            status = _run(arguments)
        if sys.stdout is not None:  # None for a windowed program
            sys.stdout.flush()
    except UnsolvableError as error:
        return _fail(error, ExitStatus.UNSOLVABLE)
    except (PuzzlerError, click.UsageError) as error:
        return _fail(error, ExitStatus.BAD_INPUT)
    except KeyboardInterrupt as error:
        notify(str(error) or "cancelled")
        return ExitStatus.CANCELLED
    except TimeUpError as error:
        notify(str(error))
        return ExitStatus.LIMIT
    except BrokenPipeError:
        drop_output()
        return ExitStatus.BROKEN_PIPE
    except MemoryError:
        notify("out of memory")
        return ExitStatus.BAD_INPUT
    except OSError as error:  # such as a full disk or a deleted file
        drop_output()
        where = "" if error.filename is None else f"{error.filename}: "
        if error.errno == errno.ENOSPC and not where:  # in a help text; Output adds the name
            where = "standard output: cannot be written: "
        notify(f"{where}{error.strerror or error}")
        return ExitStatus.BAD_INPUT
    return status


def _drop_invalid_sizes() -> None:
    """Delete terminal sizes from the environment that rich would fail to convert."""
    for name in ("COLUMNS", "LINES"):
        try:
            whole_number(os.environ.get(name, "1"), 1, LARGEST_SIZE)
        except ValueError:
            del os.environ[name]


def _run(arguments: list[str]) -> int:
    if request := os.environ.get(COMPLETION):  # the command line is in the environment
        return _complete(request)
    arguments = with_default_command(arguments)
    try:
        with PROGRAM.make_context("puzzler", arguments) as context:
            status: int = PROGRAM.invoke(context)
    except click.exceptions.Exit:  # after --help and --version
        return ExitStatus.SOLVED
    return status


def _complete(request: str) -> int:
    """Print the completions or the shell script that the shell requests."""
    from click.shell_completion import FishComplete, add_completion_class, shell_complete

    class Fish(FishComplete):
        # click's own ends a word and its meaning at a comma
        source_template = FishComplete.source_template.replace('split ","', 'split -m1 ","')

    add_completion_class(Fish)
    with contextlib.suppress(KeyError, ValueError):  # in COMP_WORDS or COMP_CWORD
        if not shell_complete(PROGRAM, {}, "puzzler", COMPLETION, request):
            return ExitStatus.SOLVED
    raise PuzzlerError(
        f"{COMPLETION}={shortened(request, 40)} is not a request of bash, zsh or fish"
    )


def with_default_command(arguments: Sequence[str]) -> list[str]:
    """Insert ``play`` if the arguments do not name a command.

    Raises ReadingError if the first argument is not a command, option, file or board.
    """
    first = 0
    while first < len(arguments) and arguments[first].split("=")[0] in SHARED_OPTIONS:
        first += 2 if arguments[first] == LOG_OPTION else 1
    rest = list(arguments[first:])
    if rest[:1] == ["help"]:
        rest = [*rest[1:2], "--help"]
        arguments = [*arguments[:first], *rest]
    elif rest == ["version"]:
        rest = ["--version"]
        arguments = [*arguments[:first], *rest]
    is_complete = bool(rest) and (rest[0] in SUMMARIES or rest[0] in GENERAL_OPTIONS)
    if is_complete or first > len(arguments):
        return list(arguments)
    if rest and (rest[0] == "-" or not rest[0].startswith("-")):
        # imported late, because they import all formats
        from puzzler.cli.board_input import standard_input
        from puzzler.formats.reading import ReadingError, find_source

        try:
            find_source(rest[0], standard_input())
        except ReadingError as error:
            hint = suggestion(rest[0], SUMMARIES, "commands:")
            reason = f"unknown command ({error.reason}); {hint}"
            raise ReadingError(reason, source=error.source) from None
    return [*arguments[:first], DEFAULT_COMMAND, *rest]


def _log_from(context: click.Context, _: click.Parameter, level: str | None) -> None:
    if level is None or context.resilient_parsing:
        return
    if level.upper() not in LOG_LEVELS:
        raise click.BadParameter(f"{quoted(level)} is not one of {', '.join(LOG_LEVELS)}")
    _log_to(level.upper(), "%(asctime)s %(levelname)s %(message)s")


def _log_to(level: int | str, form: str) -> None:
    """Log to standard error. The last call applies."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Formatter(form))
    _log.handlers = [handler]
    _log.setLevel(level)


_LOG = click.Option(
    [LOG_OPTION],
    metavar="LEVEL",
    callback=_log_from,
    shell_complete=completer(lambda _: dict.fromkeys(LOG_LEVELS, "")),
    expose_value=False,
    help=f"Log to standard error: {', '.join(LOG_LEVELS)}.",
)


def _omit_colors(_context: click.Context, _: click.Parameter, is_given: bool) -> None:
    if is_given:
        os.environ[NO_COLOR] = "1"


_NO_COLOR = click.Option(
    [NO_COLOR_OPTION],
    is_flag=True,
    callback=_omit_colors,
    expose_value=False,
    help="Print no colors and no bold text, like the environment variable NO_COLOR.",
)
SHARED_OPTIONS = {LOG_OPTION: _LOG, NO_COLOR_OPTION: _NO_COLOR}
"""The options of all commands, which can also precede the command."""


class _Program(click.Group):
    """All commands. Other words are completed as arguments of the default command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUMMARIES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in SUMMARIES and cmd_name not in self.commands:
            command = make_command(cmd_name, load(cmd_name))
            command.params.extend(SHARED_OPTIONS.values())
            self.add_command(command)
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if ctx.resilient_parsing and args[0] not in SUMMARIES:
            args = [DEFAULT_COMMAND, *args]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(SUMMARIES.items()))


PROGRAM = click.version_option(
    puzzler.__version__, "--version", "-V", message="puzzler %(version)s", help="Print the version."
)(
    _Program(
        help=HELP,
        params=[*SHARED_OPTIONS.values()],
        context_settings={"help_option_names": ["--help", "-h"]},
    )
)


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return escape_controls(super().format(record))


@contextlib.contextmanager
def _restored() -> Iterator[None]:
    """Context manager: print warnings, collect garbage less often, and restore all at the end."""
    handlers, level, before = _log.handlers, _log.level, gc.get_threshold()
    no_color = os.environ.get(NO_COLOR)
    gc.set_threshold(MANY_OBJECTS, *before[1:])
    _log_to(logging.WARNING, "puzzler: %(message)s")
    try:
        yield
    finally:
        stop_alarm()
        _log.handlers = handlers
        _log.setLevel(level)
        gc.set_threshold(*before)
        if no_color is None:
            os.environ.pop(NO_COLOR, None)


def _fail(error: Exception, status: ExitStatus) -> ExitStatus:
    message = error.format_message() if isinstance(error, click.UsageError) else str(error)
    notify(message)
    return status
