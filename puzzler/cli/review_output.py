"""Formats a review as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean
from typing import TYPE_CHECKING

from puzzler import humanize
from puzzler.board.move import Move
from puzzler.cli.batch import BatchTask
from puzzler.cli.output import ExitStatus
from puzzler.formats import grid

if TYPE_CHECKING:
    from puzzler.game.review.review import Review
    from puzzler.search.options import Limit

STATUS = {
    ExitStatus.SOLVED: "proven",
    ExitStatus.LIMIT: "limit",
    ExitStatus.UNSOLVABLE: "unsolvable",
    ExitStatus.CANCELLED: "cancelled",
}
MAX_SHOWN = 1000
"""Maximum number of mistakes in text."""


@dataclass(frozen=True)
class ReviewedPlay(BatchTask):
    """Moves to review."""

    moves: tuple[Move, ...]
    limit: Limit
    """Without a time limit, LARGE_SECONDS applies to large boards."""
    heuristic: str | None = None
    """The heuristic to compare with the distances."""


@dataclass(frozen=True)
class PlayReview:
    """A play and its review."""

    play: ReviewedPlay
    status: ExitStatus
    review: Review | None = None
    """None if the board is unsolvable or time ran out before all moves were replayed."""
    seconds: float = 0.0
    h: tuple[int, ...] = ()
    """h of the start and after each move. Empty if time ran out."""

    @property
    def too_large(self) -> list[int]:
        """Indices of boards on which h exceeds the distance."""
        bounds = () if self.review is None else self.review.bounds
        return [
            index
            for index, (h, (_, at_most)) in enumerate(zip(self.h, bounds, strict=False))
            if at_most is not None and h > at_most
        ]

    def record(self) -> dict[str, object]:
        """Return the review as a JSON object."""
        from puzzler.game.review.review import replace_unknown

        review, play = self.review, self.play
        record = {
            "status": STATUS[self.status],
            "board": str(play.start),
            "goal": str(play.goal),
            "length": len(play.moves),
            "moves": "".join(move.letter for move in play.moves),
            "shortest": None if review is None else review.shortest,
            "lost": None if review is None else review.lost,
            "mistakes": [] if review is None else list(review.mistakes),
            "distances": [] if review is None else list(review.distances),
            "lower_bounds": [] if review is None else review.bound_arrays[0].tolist(),
            "upper_bounds": [] if review is None else replace_unknown(review.bound_arrays[1]),
            "seconds": round(self.seconds, 6),
        }
        if play.heuristic is not None:
            record |= {"heuristic": play.heuristic, "h_values": self.h, "too_large": self.too_large}
        return record


def review_lines(
    reviewed: PlayReview, review: Review, labels: tuple[str, ...] | None
) -> Iterator[tuple[str, str]]:
    """Yield the labels and lines of a review."""
    yield "board", grid.write_line(review.start, labels)
    yield "goal", grid.write_line(review.goal, labels)
    played = humanize.counted(len(review.moves), "move")
    if review.is_solved:
        yield "played", f"{played}, solved"
    else:
        yield "played", f"{played}, not solved: {humanize.between(*review.bounds[-1])} left"
    yield "shortest", humanize.counted_between(*review.bounds[0], "move")
    yield "extra", _extra_moves(review)
    for stage in review.stages if len(review.stages) > 1 else ():
        lost = "" if stage.lost is None else f", {stage.lost:,} extra"
        yield "stage", f"{stage.name}: {humanize.counted(stage.moves, 'move')}{lost}"
    yield from _mistakes(review, labels)
    yield from _compared(reviewed, review)
    took = humanize.duration(reviewed.seconds)
    unproven = review.distances.count(None)
    if unproven:
        is_cancelled = reviewed.status is ExitStatus.CANCELLED
        why = "cancelled" if is_cancelled else "stopped"
        total = humanize.counted(len(review.distances), "distance")
        yield "proof", f"{why} after {took}: {unproven:,} of {total} not proven"
    else:
        yield "proof", f"all distances proven in {took}"


def _compared(reviewed: PlayReview, review: Review) -> Iterator[tuple[str, str]]:
    """Compare the heuristic with the distances."""
    if not reviewed.h:
        return
    from puzzler.search.registry import heuristic_called

    h, bounds, too_large = reviewed.h, review.bounds, reviewed.too_large
    title = heuristic_called(str(reviewed.play.heuristic)).title
    yield "heuristic", f"{title}: {h[0]} at the start, distance {humanize.between(*bounds[0])}"
    pairs = [(value, d) for value, d in zip(h, review.distances, strict=True) if d is not None]
    if pairs:
        of_h, of_distances = (f"{mean(numbers):.2f}" for numbers in zip(*pairs, strict=True))
        boards = humanize.counted(len(pairs), "board")
        yield "", f"mean {of_h} over {boards}, mean distance {of_distances}"
    if too_large:
        first = too_large[0]
        where = f"after move {first:,}" if first else "at the start"
        boards = humanize.counted(len(too_large), "board")
        distance = bounds[first][1]
        yield "", f"overestimates in {boards}, first {where}: {h[first]}, distance {distance}"


def _extra_moves(review: Review) -> str:
    mistakes = humanize.counted(len(review.mistakes), "mistake")
    if review.lost == 0:
        return "0 moves: no solution is shorter" if review.is_solved else "0 moves"
    if review.lost is not None:
        return f"{humanize.counted(review.lost, 'move')} by {mistakes}"
    return f"{humanize.counted_between(*review.lost_bounds, 'move')}; {mistakes} proven"


def _mistakes(review: Review, labels: tuple[str, ...] | None) -> Iterator[tuple[str, str]]:
    """Yield a line for each mistake: move, tile, cost, and moves left after it."""
    width, mistakes, bounds = len(str(len(review.moves))), review.mistakes, review.bounds
    for index in mistakes[:MAX_SHOWN]:
        before, after = review.boards[index], review.boards[index + 1]
        tile = after.tiles[before.blank]
        name = labels[tile] if labels else str(tile)
        at_least, at_most = bounds[index + 1]
        left = humanize.between(at_least, at_most)
        if at_most is not None:
            at_most = max(0, at_most - 2)
        best = humanize.between(max(0, at_least - 2), at_most)
        move = f"move {index + 1:>{width}}, tile {name} ({review.moves[index].letter})"
        yield "mistake", f"{move}: costs 2 moves, {left} left instead of {best}"
    if len(mistakes) > MAX_SHOWN:
        yield "", f"only the first {MAX_SHOWN:,} mistakes are shown; use --json for all"
