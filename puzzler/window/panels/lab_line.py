"""What is to be said in the Lab: a line in the top bar, where that leaves room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.humanize import sentence
from puzzler.solver.preparation import PreparationState
from puzzler.window.layout import inset
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.notice import Notice, least_height
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window


class LabLine:
    """There while there is something to say; what is being prepared goes before it."""

    name = "lab line"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._notice = Notice("said")
        self._notice.align = 0.0

    @property
    def is_shown(self) -> bool:
        """Something is said."""
        is_preparing = self._desk.session.context.preparation.state is PreparationState.PREPARING
        return bool(self._desk.line) and not is_preparing

    def height(self, painter: Painter, width: int) -> int:
        """Two lines."""
        return max(painter.px(40), least_height())

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._notice.rect = inset(area, painter.px(8), 0)

    def follow(self) -> None:
        """The words."""
        self._notice.words = sentence(self._desk.line)

    @property
    def controls(self) -> Sequence[Control]:
        """The words, where they are longer than their room: a tooltip has them then."""
        return [self._notice] if self._notice.is_cut(self._desk.painter) else []

    def tip(self, name: str) -> Tip | None:
        """All of it."""
        return Tip(self._notice.words)

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The words."""
        yield self._notice.part(painter)
