"""``puzzler review``: how good every move of a solution was."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from puzzler import words
from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.cli import forms, options
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.other_goals import hinted
from puzzler.cli.output import Output
from puzzler.cli.played import Moves, played_moves
from puzzler.cli.searching import prepare, sign_of_life
from puzzler.formats import grid
from puzzler.formats.reading import ListError, ReadingError, find_source

if TYPE_CHECKING:
    from rich.text import Text

    from puzzler.game.coach.review import Review

LARGE_SECONDS = 10.0
"""The limit on boards of more than 16 cells, where none is given."""
REVIEWING = "proving distances; Ctrl-C takes those that are proven"
STATUS = {
    ExitStatus.SOLVED: "proven",
    ExitStatus.LIMIT: "limit",
    ExitStatus.UNSOLVABLE: "unsolvable",
    ExitStatus.CANCELLED: "cancelled",
}
LABEL_WIDTH = 10

Labels = tuple[str, ...] | None
"""What stands on the tiles, by their numbers; None where that is the number."""


def command(
    board: Annotated[
        str,
        typer.Argument(
            metavar="BOARD|FILE|-",
            help="The board that was played: rows separated by /, as in '8 6 7/2 5 4/3 0 1'; a "
            "file; or - for standard input.",
            show_default=False,
        ),
    ],
    *,
    moves: Moves = None,
    form: forms.Form = None,
    goal: options.Goal = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    time_limit: options.TimeLimit = None,
) -> int:
    """Tell how good every move of a solution was.

    The moves are those of --moves, or of the FILE: a solution, a scramble's, a game that was shared
    (see puzzler convert --help). They need not end at the goal.

    A wrong move loses two moves: itself, and the one that makes up for it. Up to 16 cells every
    distance from the goal is proven. On larger boards few can be: within 10 seconds, or
    --time-limit, both ends of every distance close in as far as they do.

    With --json: shortest is the distance of the start, lost how many moves were lost, mistakes the
    moves, counted from 0, after which the distance is larger; distances has one number for the
    start and one after each move, null where it is not proven, and at_least and at_most its ends.

    Exit status: 0 all is proven, 1 stopped by the limit, 2 bad input, 3 unsolvable, 130 cancelled
    by Ctrl-C.
    """
    from puzzler.game.coach.review import Review

    choice = options.read_goal(goal)
    source = find_source(board, options.standard_input())
    try:
        contents = source.read(form, has_goal=choice.is_given)
        target = choice.for_board(contents)
    except ListError as error:
        raise ReadingError(f"{error.reason}: review takes one", source=error.source) from None
    except BoardError as error:
        raise source.error(error) from None
    played = played_moves(moves, contents, source.name)
    out = Output()
    if as_json and not is_solvable(contents.start, target):
        out.write(json.dumps(_row(contents.start, target, played, ExitStatus.UNSOLVABLE)))
        return ExitStatus.UNSOLVABLE
    with hinted(contents, target):
        review = Review(contents.start, target, played)
    began = time.perf_counter()
    status = _complete(review, time_limit)
    seconds = time.perf_counter() - began
    if as_json:
        out.write(json.dumps(_row(contents.start, target, played, status, review, seconds)))
    else:
        out.show(_text(review, status, seconds, contents.labels))
    return status


def _complete(review: Review, seconds: float | None) -> ExitStatus:
    """Prove what can be proven."""
    from puzzler.game.coach.completing import LARGEST_PROVEN, complete
    from puzzler.search.compilation import load_compiled

    if seconds is None and len(review.goal.tiles) > LARGEST_PROVEN:
        seconds = LARGE_SECONDS
    try:
        if not review.is_complete:
            prepare()
            load_compiled()
        with sign_of_life(REVIEWING) as line:

            def on_proof() -> None:
                proven = len(review.boards) - review.distances.count(None)
                line.say(f"{REVIEWING}: {proven:,} of {len(review.boards):,}")

            is_complete = complete(
                review,
                seconds,
                on_build=lambda progress: line.say(f"building {progress.what}, once"),
                on_proof=on_proof,
            )
    except KeyboardInterrupt:
        return ExitStatus.CANCELLED
    except MemoryError:
        raise PuzzlerError("out of memory") from None
    return ExitStatus.SOLVED if is_complete else ExitStatus.LIMIT


def _row(
    start: Board,
    goal: Board,
    moves: tuple[Move, ...],
    status: ExitStatus,
    review: Review | None = None,
    seconds: float = 0.0,
) -> dict[str, object]:
    """The review for programs, its keys in the order that they are promised in."""
    ends = () if review is None else review.ends
    return {
        "status": STATUS[status],
        "board": str(start),
        "goal": str(goal),
        "length": len(moves),
        "moves": "".join(move.letter for move in moves),
        "shortest": None if review is None else review.shortest,
        "lost": None if review is None else review.lost,
        "mistakes": [] if review is None else list(review.mistakes),
        "distances": [] if review is None else list(review.distances),
        "at_least": [at_least for at_least, _ in ends],
        "at_most": [at_most for _, at_most in ends],
        "seconds": round(seconds, 6),
    }


def _text(review: Review, status: ExitStatus, seconds: float, labels: Labels) -> Text:
    """The review in words: a summary, and a line for every mistake."""
    from rich.text import Text

    text = Text()
    for label, content in _lines(review, status, seconds, labels):
        style = "bold" if label == "lost" else ""
        text.append(label.ljust(LABEL_WIDTH), "dim").append(content, style).append("\n")
    text.right_crop(1)
    return text


def _lines(
    review: Review, status: ExitStatus, seconds: float, labels: Labels
) -> Iterator[tuple[str, str]]:
    yield "board", grid.write_line(review.start, labels)
    yield "goal", grid.write_line(review.goal, labels)
    played = words.counted(len(review.moves), "move")
    if review.is_solved:
        yield "played", f"{played}, solved"
    else:
        yield "played", f"{played}, not solved: {words.between(*review.ends[-1])} left"
    yield "shortest", words.counted_between(*review.ends[0], "move")
    yield "lost", _lost(review)
    for stage in review.stages if len(review.stages) > 1 else ():
        lost = "" if stage.lost is None else f", {stage.lost:,} lost"
        yield "stage", f"{stage.name}: {words.counted(stage.moves, 'move')}{lost}"
    yield from _mistakes(review, labels)
    took = words.duration(seconds)
    unproven = review.distances.count(None)
    if unproven:
        why = "cancelled" if status is ExitStatus.CANCELLED else "stopped by the limit"
        total = words.counted(len(review.distances), "distance")
        yield "proof", f"{why} after {took}: {unproven:,} of {total} not proven"
    else:
        yield "proof", f"every distance is proven, in {took}"


def _lost(review: Review) -> str:
    mistakes = words.counted(len(review.mistakes), "mistake")
    if review.lost == 0:
        return "nothing: no solution is shorter" if review.is_solved else "nothing"
    if review.lost is not None:
        return f"{words.counted(review.lost, 'move')}, by {mistakes}"
    return f"{words.counted_between(*review.lost_ends, 'move')}; {mistakes} proven"


def _mistakes(review: Review, labels: Labels) -> Iterator[tuple[str, str]]:
    """One line each: which move, which tile, what it cost, and how far it was then."""
    width = len(str(len(review.moves)))
    for index in review.mistakes:
        before, after = review.boards[index], review.boards[index + 1]
        tile = after.tiles[before.blank]
        name = labels[tile] if labels else str(tile)
        at_least, at_most = review.ends[index + 1]
        left = words.between(at_least, at_most)
        best = words.between(at_least - 2, None if at_most is None else at_most - 2)
        move = f"move {index + 1:>{width}}, tile {name} ({review.moves[index].letter})"
        yield "mistake", f"{move}: lost 2, {left} left instead of {best}"
