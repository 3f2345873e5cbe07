"""Recording a solution: ``puzzler.record``, and its parts for the command ``puzzler record``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import unknown_name
from puzzler.board.goal import GoalLike, resolve_board, resolve_goal
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.formats.moves import as_moves
from puzzler.game.core.settings import TileFace
from puzzler.progress import no_report
from puzzler.search.options import Limit
from puzzler.search.result import SearchResult
from puzzler.search.solve import solve
from puzzler.window.board.pictures import find_picture_key
from puzzler.window.core.themes import DEFAULT_THEME, find_themes
from puzzler.window.export.film import SPEED, Film, Look, RecordingError, Report
from puzzler.window.export.process import suffix_of, write_film

SECONDS_TO_SEARCH = 10.0
"""The default time limit of a search for the moves."""


def make_look(
    theme: str,
    *,
    letters: bool,
    picture: str | None,
    numbers: bool,
    labels: Sequence[str] | None,
) -> Look:
    """Return the theme and the tile faces; the arguments are those of ``record``.

    Raises PuzzlerError if a value is not allowed.
    """
    if theme not in find_themes():
        raise RecordingError(unknown_name("theme", theme, sorted(find_themes())))
    if letters and picture is not None:
        raise RecordingError("letters cannot be combined with a picture")
    if numbers and picture is None:
        raise RecordingError("numbers requires a picture; other tiles always have them")
    face, key = TileFace.LETTERS if letters else TileFace.NUMBERS, ""
    if picture is not None:
        face, key = TileFace.PICTURE, find_picture_key(picture)
    return Look(theme, face, key, numbers, None if labels is None else tuple(labels))


def save_film(film: Film, file: Path, on_progress: Report) -> None:
    """Write a film into a new file, which replaces an existing file at the end."""
    with resources.replacing(file) as stream:
        write_film(film, suffix_of(file), stream, on_progress)


def record(  # noqa: PLR0913  the options of the command
    board: Board | str | SearchResult,
    file: str | PathLike[str],
    moves: Iterable[Move] | str | None = None,
    goal: GoalLike = None,
    *,
    pixels: int | None = None,
    speed: float = SPEED,
    theme: str = DEFAULT_THEME,
    letters: bool = False,
    picture: str | None = None,
    numbers: bool = False,
    labels: Sequence[str] | None = None,
    loop: bool = True,
    on_progress: Report = no_report,
) -> None:
    """Record a solution as an animation or a picture, like the command ``puzzler record``.

    The suffix of ``file`` selects the format: ".gif", ".mp4" (requires the program ffmpeg) or
    ".png", a picture of all boards. An existing file is replaced at the end.

    board: a board, a text, or a SearchResult that has the moves. moves: Moves, or a text as for
    ``review``. By default a solution is searched for at most ten seconds. goal: as for ``solve``.
    pixels: the longer side of a board, 48 to 2160. speed: moves per second, 0.1 to 25.
    theme: "dark", "light", "okabe-ito" or "okabe-ito-light". letters: letters instead of numbers.
    picture: the name of a bundled picture or a file, shown on the tiles, with ``numbers`` on its
    pieces. labels: the text of each tile, indexed by tile. loop: whether a GIF repeats.
    on_progress: called with the number of drawn moves.

    Raises PuzzlerError if a value is not allowed, a move is illegal, there is no solution, or
    ffmpeg is missing, and OSError if the file cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     record("1 2 3/4 0 6/7 5 8", f"{folder}/solution.gif", pixels=48)
    ...     Path(folder, "solution.gif").read_bytes()[:3]
    b'GIF'
    """
    file = Path(file)
    suffix_of(file)  # checks the suffix before the search
    look = make_look(theme, letters=letters, picture=picture, numbers=numbers, labels=labels)
    if isinstance(board, SearchResult):
        if moves is None and board.length is None:
            raise RecordingError("the result has no solution to record")
        start, goal = board.start, board.goal if goal is None else goal
        moves = board.moves if moves is None else moves
    else:
        start = resolve_board(board)
    goal = resolve_goal(goal, start)
    film = Film(start, goal, (), look, pixels, speed, loop)  # checks the values before the search
    if moves is None:
        Problem(start, goal)  # raises UnsolvableError
        found = solve(start, goal, limit=Limit(seconds=SECONDS_TO_SEARCH))
        if found.length is None:
            raise RecordingError(f"no solution within {SECONDS_TO_SEARCH:g} s")
        moves = found.moves
    save_film(replace(film, moves=as_moves(start, moves)), file, on_progress)
