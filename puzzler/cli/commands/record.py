"""``puzzler record``: a solution as an animation or a picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from puzzler import humanize
from puzzler.board.errors import PuzzlerError
from puzzler.board.move import Move
from puzzler.cli.batch import Request, search
from puzzler.cli.board_input import MOVES, Argument, InputOptions, Moves, Puzzle
from puzzler.cli.click_options import Words, argument, flag, option
from puzzler.cli.option_types import integer, number_between
from puzzler.cli.options import LimitOptions, Picture, SearchOptions
from puzzler.cli.output import ExitStatus, Output, check_place, notify
from puzzler.cli.progress import bar, status

if TYPE_CHECKING:
    from puzzler.search.options import Limit


def _themes(_: str) -> dict[str, str]:
    from puzzler.window.core.themes import find_themes

    return find_themes()


def command(
    board: Argument,
    out: Annotated[
        Path,
        argument(
            "OUT",
            "The file to write: an animation (.gif or .mp4) or a picture of all boards (.png). "
            "MP4 requires ffmpeg.",
        ),
    ],
    *,
    moves: Moves = None,
    reading: InputOptions,
    pixels: int | None = option(
        "--pixels N",
        "The longer side of a board, 48 to 2160. The default is 480, or 160 in a picture of "
        "several boards.",
        integer(48, 2160),
    ),
    speed: float | None = option(
        "--speed N", "Moves per second, 0.1 to 25. The default is 4.", number_between(0.1, 25)
    ),
    theme: str | None = option(
        "--theme THEME",
        "dark (default), light, okabe-ito or okabe-ito-light.",
        Words(words=_themes),
    ),
    letters: bool = flag("--letters", "Letters on the tiles instead of numbers."),
    picture: Picture = None,
    numbers: bool = flag("--numbers", "Numbers on the pieces of the picture."),
    loop: bool | None = option("--loop/--no-loop", "Whether a GIF repeats (default: --loop)."),
    method: SearchOptions,
    limits: LimitOptions,
) -> int:
    """Record a solution as a GIF, an MP4 or a PNG.

    The board is drawn as in the window. Moves come from --moves, or from the FILE if it has moves
    and no method is given; otherwise a search finds them like puzzler solve, with 10 seconds for
    anytime. The moves need not end at the goal. --moves '' records only the board.

    An animation shows the first board for one second and the last for 2.5 seconds. A PNG shows all
    boards in rows, each with the move before it. An existing file is replaced.

    Exit status: 0 recorded, 1 no solution within a limit, 2 bad input, 3 unsolvable, 130 cancelled
    by Ctrl-C.
    """
    from puzzler.window.core.themes import DEFAULT_THEME
    from puzzler.window.export.film import GIF, PNG, SPEED, Film
    from puzzler.window.export.frames import seconds_of
    from puzzler.window.export.process import suffix_of
    from puzzler.window.export.recording import make_look, save_film

    if moves is not None and method.is_given:
        raise click.UsageError(f"{MOVES} cannot be combined with options of a search")
    suffix = suffix_of(out)
    if loop is not None and suffix != GIF:
        raise click.UsageError("--loop requires a GIF")
    if speed is not None and suffix == PNG:
        raise click.UsageError("--speed requires an animation, GIF or MP4")
    board_input = reading.open(board, limits.time_limit)
    check_place(out)
    if out.exists() and not out.is_file():
        raise PuzzlerError(f"{out}: not a regular file")
    puzzle = board_input.puzzle("record requires one")
    look = make_look(
        theme or DEFAULT_THEME,
        letters=letters,
        picture=picture,
        numbers=numbers,
        labels=puzzle.contents.labels,
    )
    # made before the search, because Film checks its values
    film = Film(
        puzzle.start, puzzle.goal, (), look, pixels, speed or SPEED, is_looped=loop is not False
    )
    path: tuple[Move, ...] | None
    if moves is not None or (puzzle.contents.moves is not None and not method.is_given):
        path = puzzle.played(moves)
    else:
        path = _searched(puzzle, method, limits.limit())
    if path is None:
        return ExitStatus.LIMIT
    film = replace(film, moves=path)
    try:
        with bar("moves recorded", len(path), advice="Ctrl-C stops") as shown:
            shown.show()
            save_film(film, out, shown.set)
    except OSError as error:
        raise PuzzlerError(f"{out}: cannot be written: {error.strerror}") from None
    parts = [humanize.counted(len(film.moves), "move")]
    if suffix != PNG:
        parts.append(humanize.duration(seconds_of(film)))
    Output().write(f"{out}: {', '.join([*parts, humanize.memory(out.stat().st_size)])}")
    return ExitStatus.SOLVED


def _searched(puzzle: Puzzle, options: SearchOptions, limit: Limit) -> tuple[Move, ...] | None:
    """Search for moves. Prints a message and returns None if there is no solution."""
    from puzzler.window.export.recording import SECONDS_TO_SEARCH

    puzzle.check_solvable()
    method = options.terminating_method(puzzle.contents, limit, SECONDS_TO_SEARCH)
    with status() as line:
        line.advice = "Ctrl-C stops"
        result = search(Request(puzzle.start, puzzle.goal, method, options.metric), line)
    if result.is_interrupted:
        raise KeyboardInterrupt
    if result.length is None:
        notify(f"not recorded: {method.title} found no solution within the limit")
        return None
    return result.moves
