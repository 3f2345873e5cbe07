"""Below the board of a drill: the question, and what the answer was worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.review.drilling import DrillPhase
from puzzler.humanize import sentence
from puzzler.window.layout import Grow, Size, column, inset
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import icon
from puzzler.window.widgets.notice import Notice, least_height
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_MARKS = {DrillPhase.RIGHT: "check", DrillPhase.WRONG: "close"}
_MARK_UNITS = 22
_GAP_UNITS = 8
_ANSWER_UNITS = 36


class DrillLine:
    """A sign and words: right and wrong are told by both, and not by a colour alone."""

    name = "drill line"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._question, self._answer = Notice("question"), Notice("answer")
        self._question.is_strong = True

    @property
    def is_shown(self) -> bool:
        """Cards are asked."""
        return self._desk.drilling is not None

    def height(self, painter: Painter, width: int) -> int:
        """The question above, in two lines where it has to be, and the answer below it."""
        return _question_height(painter) + max(painter.px(_ANSWER_UNITS), least_height())

    def place(self, painter: Painter, area: Rect) -> None:
        """One below the other; beside the answer there is room for its sign."""
        sizes: list[Size] = [_question_height(painter), Grow()]
        self._question.rect, below = column(area, sizes)
        side = painter.px(_MARK_UNITS + _GAP_UNITS)
        self._answer.rect = inset(below, side, 0)

    def follow(self) -> None:
        """What is asked and what was said."""
        drilling = self._desk.drilling
        if drilling is None:
            return
        self._question.words = drilling.state().question
        self._answer.words = sentence(self._desk.line)
        self._answer.is_good = drilling.state().phase is DrillPhase.RIGHT

    @property
    def controls(self) -> Sequence[Control]:
        """Those that are longer than their room: a tooltip has them then."""
        painter = self._desk.painter
        return [notice for notice in (self._question, self._answer) if notice.is_cut(painter)]

    def tip(self, name: str) -> Tip | None:
        """All of it."""
        notice = self._question if name == self._question.name else self._answer
        return Tip(notice.words)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Question and answer, both in the middle, and the sign beside the answer."""
        drilling = self._desk.drilling
        if drilling is None:
            return
        yield self._question.part(painter)
        yield self._answer.part(painter)
        name = _MARKS.get(drilling.state().phase, "")
        if name and self._answer.words:
            theme, place = painter.theme, self._answer.rect
            mark = Rect(0, 0, painter.px(_MARK_UNITS), painter.px(_MARK_UNITS))
            left = place.centerx - self._answer.width(painter) // 2
            mark.midright = left - painter.px(_GAP_UNITS), place.centery
            yield icon(painter, mark, name, theme.good if name == "check" else theme.accent)


def _question_height(painter: Painter) -> int:
    return max(painter.px(40), least_height())
