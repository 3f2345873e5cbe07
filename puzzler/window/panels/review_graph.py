"""The curve of a review: the distance left after every move, and where it was lost."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.review.review import Review
from puzzler.humanize import counted
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.panels.panel import drawn
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.distance_curve import DistanceCurve
from puzzler.window.widgets.label import label
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.widgets.trail import Detour, Trail
from puzzler.window.window import Window

_UNITS = 300
_LEAST_UNITS = 190
_SHARE = 0.62
"""How high it is for its width, at the most."""
_HEAD_UNITS = 24
_MARGIN = 16, 12
_CAPTION = "Moves left after every move"


class ReviewGraph:
    """There while a play is reviewed."""

    name = "review graph"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._head = Rect(0, 0, 0, 0)
        self._note = ""
        self._followed: tuple[object, ...] = ()
        self.curve = DistanceCurve("curve", self._seek)

    @property
    def is_shown(self) -> bool:
        """A play is reviewed."""
        return self._desk.reviewing is not None

    def height(self, painter: Painter, width: int) -> int:
        """As high as suits its width."""
        return min(painter.px(_UNITS), max(painter.px(_LEAST_UNITS), round(_SHARE * width)))

    def least_height(self, painter: Painter, width: int) -> int:
        """So low that the costs of detours, three lines and the moves find room."""
        return min(painter.px(_LEAST_UNITS), self.height(painter, width))

    def place(self, painter: Painter, area: Rect) -> None:
        """A line of words, and the curve below it."""
        inner = inset(area, *map(painter.px, _MARGIN))
        self._head, below = column(inner, [painter.px(_HEAD_UNITS), Grow()], painter.px(4))
        self.curve.place(painter, below)

    def follow(self) -> None:
        """What is proven, and where one is."""
        reviewing = self._desk.reviewing
        if reviewing is None:
            self.curve.trail = None
            self._followed = ()
            return
        review = reviewing.review
        ghost = reviewing.state().shortest
        continuation = None if ghost is None else (reviewing.position, ghost.total)
        followed = review, review.ends, continuation
        if followed != self._followed:
            self._followed = followed
            detours = (Detour(d.first, d.last + 1, d.cost) for d in review.detours)
            self.curve.trail = Trail(review.ends, tuple(detours), continuation)
            self._note = _proven(review)
        self.curve.position = reviewing.position
        self.curve.ahead = ghost.position if ghost is not None and reviewing.state().shortest else 0

    @property
    def controls(self) -> list[Control]:
        """The curve."""
        return [self.curve]

    def tip(self, name: str) -> Tip | None:
        """What is known of the move under the pointer, and of the detour that it is part of."""
        reviewing, at = self._desk.reviewing, self._desk.controls.touch(self.curve).at
        position = None if at is None else self.curve.position_at(at)
        if reviewing is None:
            return None
        if position is None:
            return Tip(
                "How many moves a shortest solution takes after every move. A mark above it is a "
                "detour, its number the moves lost in it. A band lies where that is not proven yet"
            )
        return Tip(_told(reviewing.review, position))

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Caption and curve."""
        theme, size = painter.theme, painter.type_size(13)
        note = painter.text_width(self._note, Face.BODY, size)
        words, beside = row(self._head, [Grow(), note + painter.px(2)], painter.px(8))
        yield label(
            painter, "caption", words, _CAPTION, color=theme.text, units=14, face=Face.STRONG
        )
        yield label(
            painter, "proven", beside, self._note, color=theme.text_muted, units=13, align=1.0
        )
        yield from drawn(self._desk, painter, self.controls)

    def _seek(self, position: int) -> None:
        if self._desk.reviewing is not None:
            self._desk.reviewing.seek(position)


def _proven(review: Review) -> str:
    """How much of it is proven."""
    if review.is_complete:
        return "all proven"
    count = sum(distance is not None for distance in review.distances)
    return f"{count:,} of {len(review.boards):,} proven"


def _told(review: Review, position: int) -> str:
    """The distance there, what the move before it did, and the detour that it lies in."""
    least, most = review.ends[position]
    if least == most:
        left = f"{counted(least, 'move')} left, proven"
    elif most is None:
        left = f"at least {counted(least, 'move')} left"
    else:
        left = f"{least:,} to {counted(most, 'move')} left"
    said = f"After {counted(position, 'move')}: {left}" if position else f"At the start: {left}"
    for detour in review.detours:
        if detour.first <= position <= detour.last + 1:
            moves = f"moves {detour.first + 1:,} to {detour.last + 1:,}"
            return f"{said}. {counted(detour.cost, 'move')} lost by {moves}"
    return said
