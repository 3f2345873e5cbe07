"""Plays and their reviews: reading a list of them, reviewing one anywhere, and telling of it."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from puzzler import words
from puzzler.board.board import Board
from puzzler.board.errors import BoardError
from puzzler.board.move import Move
from puzzler.board.parity import is_solvable
from puzzler.cli.board_list import BoardList
from puzzler.cli.exit_status import ExitStatus
from puzzler.cli.output import labelled, say
from puzzler.cli.searching import Line, building, prepare, sign_of_life
from puzzler.formats import grid
from puzzler.formats.format import Contents
from puzzler.formats.moves import of_blank, read_moves, split_mover
from puzzler.formats.reading import Line as TextLine

if TYPE_CHECKING:
    from rich.text import Text

    from puzzler.game.coach.review import Review
    from puzzler.search.options import Limit

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


@dataclass(frozen=True)
class Play:
    """A play to be reviewed."""

    start: Board
    goal: Board
    moves: tuple[Move, ...]
    limit: Limit
    """How long its review may take, where no time is given as usual for a board of this size; and
    the memory that it has."""


@dataclass(frozen=True)
class Reviewed:
    """What came of it."""

    play: Play
    status: ExitStatus
    review: Review | None = None
    """None where the board cannot be solved."""
    seconds: float = 0.0
    """How long it took."""
    notes: tuple[str, ...] = ()
    """What is to be said about it."""

    def record(self) -> dict[str, object]:
        """The review for programs, its keys in the order that they are promised in."""
        review, play = self.review, self.play
        ends = () if review is None else review.ends
        return {
            "status": STATUS[self.status],
            "board": str(play.start),
            "goal": str(play.goal),
            "length": len(play.moves),
            "moves": "".join(move.letter for move in play.moves),
            "shortest": None if review is None else review.shortest,
            "lost": None if review is None else review.lost,
            "mistakes": [] if review is None else list(review.mistakes),
            "distances": [] if review is None else list(review.distances),
            "at_least": [at_least for at_least, _ in ends],
            "at_most": [at_most for _, at_most in ends],
            "seconds": round(self.seconds, 6),
        }


class PlayList(BoardList):
    """Boards with moves, one on each line: shared games, or what ``puzzler solve --json`` prints.

    A line without moves is refused like one without a board.
    """

    def _read(self, line: TextLine) -> Contents:
        contents = (
            _from_json(line.text)
            if line.fault is None and line.text.startswith("{")
            else super()._read(line)
        )
        if contents.moves is None:
            raise BoardError("there are no moves to review")
        return contents


def review_quietly(play: Play | None) -> Reviewed | None:
    """Review a play, without a word on the terminal; nothing comes of None."""
    if play is None:
        return None
    notes: list[str] = []
    reviewed = review_play(play, Line(REVIEWING), notes.append)
    return Reviewed(play, reviewed.status, reviewed.review, reviewed.seconds, tuple(notes))


def review_here(play: Play) -> Reviewed:
    """Review a play, with a line on the terminal meanwhile; Ctrl-C takes what is proven."""
    with sign_of_life(REVIEWING) as line:
        return review_play(play, line, say)


def review_play(play: Play, line: Line, tell: Callable[[str], object]) -> Reviewed:
    """Prove what can be proven; ``line`` shows how far that is, ``tell`` takes what is to be said.

    PuzzlerError names the first move that cannot be made.
    """
    from puzzler.game.coach.review import Review

    if not is_solvable(play.start, play.goal):
        return Reviewed(play, ExitStatus.UNSOLVABLE)
    review = Review(play.start, play.goal, play.moves)
    began = time.perf_counter()
    status = _complete(review, play.limit, line, tell)
    return Reviewed(play, status, review, time.perf_counter() - began)


def warm_up(goal: Board) -> None:
    """Load, or make, what every review of plays with this goal needs."""
    from puzzler.search.compilation import load_compiled
    from puzzler.search.engine.measuring import Ruler

    prepare()
    load_compiled()
    with sign_of_life(REVIEWING) as line:
        for progress in Ruler.building(goal):
            line.say(building(progress))


def _complete(
    review: Review, limit: Limit, line: Line, tell: Callable[[str], object]
) -> ExitStatus:
    from puzzler.game.coach.completing import LARGEST_PROVEN, complete
    from puzzler.search.compilation import load_compiled

    if limit.seconds is None and len(review.goal.tiles) > LARGEST_PROVEN:
        limit = replace(limit, seconds=LARGE_SECONDS)

    def on_proof() -> None:
        proven = len(review.boards) - review.distances.count(None)
        line.say(f"{REVIEWING}: {proven:,} of {len(review.boards):,}")

    try:
        if not review.is_complete:
            prepare(tell)
            load_compiled()
        is_complete = complete(
            review,
            limit,
            on_build=lambda progress: line.say(building(progress)),
            on_proof=on_proof,
        )
    except KeyboardInterrupt:
        return ExitStatus.CANCELLED
    return ExitStatus.SOLVED if is_complete else ExitStatus.LIMIT


def _from_json(text: str) -> Contents:
    """The board, goal and moves of an object; BoardError where they are not there."""
    try:
        told: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        column = error.colno if isinstance(error, json.JSONDecodeError) else None
        raise BoardError("no whole JSON object", column=column) from None
    if any(not isinstance(told.get(key), str) for key in ("board", "goal", "moves")):
        raise BoardError('a JSON object needs the texts "board", "goal" and "moves"')
    with _placed(text, "board", told["board"]):
        start = Board.parse(told["board"])
    with _placed(text, "goal", told["goal"]):
        goal = Board.parse(told["goal"])
        if goal.size != start.size:
            raise BoardError(
                f"the goal is {goal.rows}x{goal.columns}, not {start.rows}x{start.columns}"
            )
    with _placed(text, "moves", told["moves"]):
        mover, letters = split_mover(told["moves"])
        moves = of_blank(start, read_moves(letters), mover)
    has_none = not moves and start != goal and is_solvable(start, goal)
    return Contents(start, goal, moves=None if has_none else moves)


@contextmanager
def _placed(text: str, key: str, value: str) -> Iterator[None]:
    """Of what is wrong with ``value`` it is said in which key it is, and where in ``text``."""
    try:
        yield
    except BoardError as error:
        column = None
        match = re.search(rf'"{key}"\s*:\s*"', text)
        if error.column and match and text.startswith(value, match.end()):  # it has no escapes
            column = match.end() + error.column
        raise BoardError(f'"{key}": {error.reason}', column=column, token=error.token) from None


def text(review: Review, status: ExitStatus, seconds: float, labels: Labels) -> Text:
    """The review in words: a summary, and a line for every mistake."""
    from rich.text import Text

    return Text("\n").join(
        labelled(label, content, LABEL_WIDTH, "bold" if label == "lost" else "")
        for label, content in _lines(review, status, seconds, labels)
    )


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
