"""Below the board of a step that is played: the moves so far, and whether it is solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.lessons.trying import Trying
from puzzler.humanize import counted
from puzzler.window.desk import Desk
from puzzler.window.paint import Face, Painter
from puzzler.window.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label

_SOLVE_IT = "Slide the tiles with the pointer or the arrow keys"


class LessonLine:
    """There while a step is played by hand."""

    name = "lesson line"
    controls: Sequence[Control] = ()

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)

    @property
    def is_shown(self) -> bool:
        """A step is played by hand."""
        return isinstance(self._desk.session.activity, Trying)

    def height(self, painter: Painter, width: int) -> int:
        """One line."""
        return painter.type_size(30)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._area = area

    def follow(self) -> None:
        """Nothing: it is told anew whenever it is drawn."""

    def parts(self, painter: Painter) -> Iterator[Part]:
        """One line of words."""
        session, theme = self._desk.session, painter.theme
        count, is_good = (
            session.activity.play.move_count,
            session.snapshot().play.is_solved and session.activity.play.move_count > 0,
        )
        words = _SOLVE_IT if not count else counted(count, "move")
        if is_good:
            words = f"Solved in {counted(count, 'move')}"
        color = theme.good if is_good else theme.text if count else theme.text_muted
        face = Face.STRONG if count else Face.BODY
        yield label(
            painter, "moves", self._area, words, color=color, units=17, face=face, align=0.5
        )
