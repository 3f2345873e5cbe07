"""``puzzler record``: a solution as an animation or a picture, drawn by the window's own board."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puzzler import resources, words
from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError, quoted
from puzzler.board.move import Move
from puzzler.board.parity import check_solvable
from puzzler.cli import completion, forms, options
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.other_goals import hinted
from puzzler.cli.output import Output, say
from puzzler.cli.played import played_moves
from puzzler.cli.searching import Wishes, search
from puzzler.formats.format import Contents
from puzzler.formats.reading import ListError, ReadingError, find_source

if TYPE_CHECKING:
    from puzzler.search.options import Limit
    from puzzler.window.recording.film import Film, Look

ENDLESS = "anytime"
"""The algorithm that goes on after its first answer until a limit."""
SECONDS = 10.0
"""Its limit, where none is given."""


def command(
    board: Annotated[
        str,
        typer.Argument(
            metavar="BOARD|FILE|-",
            help="Rows separated by /, as in '8 6 7/2 5 4/3 0 1'; a file; or - for standard input.",
            show_default=False,
        ),
    ],
    out: Annotated[
        Path,
        typer.Argument(
            metavar="OUT",
            help="The file to write: an animation where its name ends in .gif or .mp4, a picture "
            "of every board where it ends in .png. MP4 needs ffmpeg.",
            show_default=False,
        ),
    ],
    *,
    moves: Annotated[
        str | None,
        typer.Option(
            "--moves",
            metavar="MOVES",
            help="Record these: U, D, L and R, the direction of the blank, or with 'moves: tile' "
            "before them that of the tile. With '' the board stands alone. By default those of the "
            "FILE, else a solution.",
            show_default=False,
        ),
    ] = None,
    form: forms.Form = None,
    goal: options.Goal = None,
    size: Annotated[
        int | None,
        typer.Option(
            "--size",
            metavar="PIXELS",
            parser=options.whole_number(0),
            help="The longer side of a board, 48 to 2160. By default 480, and 160 in a picture of "
            "several boards.",
        ),
    ] = None,
    speed: Annotated[
        float | None,
        typer.Option(
            "--speed",
            metavar="N",
            parser=options.positive_number,
            help="Moves a second, 0.1 to 25. By default 4.",
        ),
    ] = None,
    theme: Annotated[
        str | None,
        typer.Option(
            "--theme",
            metavar="THEME",
            autocompletion=completion.theme,
            help="dark, light or okabe-ito. By default dark.",
        ),
    ] = None,
    letters: Annotated[
        bool, typer.Option("--letters", help="Letters on the tiles instead of numbers.")
    ] = False,
    picture: Annotated[
        str | None,
        typer.Option(
            "--picture",
            metavar="FILE",
            help="This PNG or JPEG picture on the tiles, or a bundled one by name.",
        ),
    ] = None,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Numbers on the pieces of the picture, too.")
    ] = False,
    loop: Annotated[
        bool | None,
        typer.Option(
            "--loop/--no-loop", help="Whether a GIF begins anew at its end. By default it does."
        ),
    ] = None,
    algorithm: options.Algorithm = None,
    heuristic: options.Heuristic = None,
    weight: options.Weight = None,
    order: options.Order = None,
    ties: options.TieBreak = None,
    depth_limit: options.DepthLimit = None,
    optimal: Annotated[
        bool, typer.Option("--optimal", help="Record a proven shortest solution.")
    ] = False,
    time_limit: options.TimeLimit = None,
    node_limit: options.NodeLimit = None,
    memory_limit: options.MemoryLimit = None,
) -> int:
    """Record a solution as a GIF, an MP4 or a PNG.

    The board is drawn as the window draws it. Moves come from --moves, else from a FILE that has
    some, unless a method is named; else a search finds them, as puzzler solve does, anytime within
    10 seconds. They need not end at the goal.

    An animation shows the first board for a second and the last one for two and a half. A PNG has
    all boards side by side, each with the move that led to it. A file of that name is replaced.

    Exit status: 0 recorded, 1 no answer within a limit, 2 bad input, 3 unsolvable, 130 cancelled by
    Ctrl-C.
    """
    from puzzler.window.recording.recorder import GIF, PNG, suffix_of

    wishes = Wishes(algorithm, heuristic, weight, order, ties, depth_limit, optimal)
    limit = options.limit(time_limit, node_limit, memory_limit)
    if moves is not None and wishes != Wishes():
        raise typer.BadParameter(
            "--moves says what is recorded; it cannot be combined with a method to search with"
        )
    suffix = suffix_of(out)
    if loop is not None and suffix != GIF:
        raise typer.BadParameter("only a GIF says whether it begins anew: --loop is not for others")
    if speed is not None and suffix == PNG:
        raise typer.BadParameter("--speed is for animations; a PNG does not move")
    choice = options.read_goal(goal)
    _check_place(out)
    source = find_source(board, options.standard_input())
    try:
        contents = source.read(form, has_goal=choice.is_given)
        target = choice.for_board(contents)
    except ListError as error:
        raise ReadingError(f"{error.reason}: record takes one", source=error.source) from None
    except BoardError as error:
        raise source.error(error) from None
    look = _look(theme, picture, letters=letters, numbers=numbers, contents=contents)
    # what cannot be drawn is said before anything is searched for
    film = _film(contents.start, target, (), look, size, speed, is_looped=loop is not False)
    is_given = moves is not None or (contents.moves is not None and wishes == Wishes())
    path = played_moves(moves, contents, source.name) if is_given else None
    if path is None:
        path = _found(contents, target, wishes, limit)
    if path is None:
        return ExitStatus.LIMIT
    film = replace(film, moves=path)
    _record(film, suffix, out)
    Output().write(_told(film, suffix, out))
    return ExitStatus.SOLVED


def _check_place(out: Path) -> None:
    """PuzzlerError where no file can be written there."""
    if out.is_dir():
        raise PuzzlerError(f"{out}: that is a folder, not a file")
    if not out.parent.is_dir():
        raise PuzzlerError(f"{out}: there is no folder {str(out.parent)!r}")
    if out.exists() and not out.is_file():
        raise PuzzlerError(f"{out}: that is not a regular file")


def _look(
    theme: str | None, picture: str | None, *, letters: bool, numbers: bool, contents: Contents
) -> Look:
    """What the tiles carry; BadParameter where that cannot be."""
    from puzzler.game.kept.settings import Face
    from puzzler.window.pictures import PictureError, picture_key
    from puzzler.window.recording.film import Look
    from puzzler.window.theme import DEFAULT_THEME, find_themes

    themes = find_themes()
    if theme is not None and theme not in themes:
        raise typer.BadParameter(
            f"there is no theme {quoted(theme)}; choose from {', '.join(sorted(themes))}"
        )
    if letters and picture is not None:
        raise typer.BadParameter("the tiles carry --letters or a --picture, not both")
    if numbers and picture is None:
        raise typer.BadParameter("--numbers goes with --picture: other tiles have them anyway")
    face, key = Face.LETTERS if letters else Face.NUMBERS, ""
    if picture is not None:
        try:
            face, key = Face.PICTURE, picture_key(picture)
        except PictureError as error:
            raise typer.BadParameter(str(error), param_hint="--picture") from None
    return Look(theme or DEFAULT_THEME, face, key, numbers, contents.labels)


def _film(
    start: Board,
    goal: Board,
    moves: tuple[Move, ...],
    look: Look,
    size: int | None,
    speed: float | None,
    *,
    is_looped: bool,
) -> Film:
    from puzzler.window.recording.film import SPEED, Film

    return Film(start, goal, moves, look, size, speed or SPEED, is_looped)


def _found(
    contents: Contents, goal: Board, wishes: Wishes, limit: Limit
) -> tuple[Move, ...] | None:
    """The moves of a search; None, and it is said why, where it has none."""
    from puzzler.search.result import Outcome

    with hinted(contents, goal):
        check_solvable(contents.start, goal)
    method = wishes.method(contents, limit)
    if method.algorithm == ENDLESS and limit.seconds is None and limit.expansions is None:
        method = wishes.method(contents, replace(limit, seconds=SECONDS))
    result = search(contents.start, goal, method)
    if result.status is Outcome.CANCELLED:
        raise KeyboardInterrupt
    if result.length is None:
        say(f"nothing is recorded: {method.title} has no answer within the limit")
        return None
    return result.moves


def _record(film: Film, suffix: str, out: Path) -> None:
    """Put the film in the place of ``out``, all of it or nothing."""
    from puzzler.window.recording.recorder import record

    try:
        with resources.replacing(out) as stream, _progress(len(film.moves)) as tell:
            for moves in record(film, suffix, stream):
                tell(moves)
    except OSError as error:
        raise PuzzlerError(f"{out}: cannot be written: {error.strerror}") from None


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[int], object]]:
    """What takes how many moves are drawn: a bar on a terminal, else nothing."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("moves"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("recording", total=total)
        yield lambda done: bar.update(task, completed=done)


def _told(film: Film, suffix: str, out: Path) -> str:
    """One line about what was written."""
    from puzzler.window.recording.recorder import PNG
    from puzzler.window.recording.stage import seconds_of

    parts = [words.counted(len(film.moves), "move")]
    if suffix != PNG:
        parts.append(words.duration(seconds_of(film)))
    return f"{out}: {', '.join([*parts, words.memory(out.stat().st_size)])}"
