"""The goal as a small board; while the goal is drawn by hand, the board to it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pygame import Rect

from puzzler.game.play import messages as play_messages
from puzzler.game.play.editing import Editing, Target
from puzzler.window.layout import inset
from puzzler.window.panels.still import Still
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.mini_board import captioned_board
from puzzler.window.window import Window

_LOW_UNITS = 112
_LEAST_UNITS = 84


class GoalPanel:
    """At the end of the column, where it can be scrolled to, or makes room for what is watched."""

    name = "goal"
    is_shown = True
    controls: Sequence[Control] = ()

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)
        self._still = Still()

    def height(self, painter: Painter, width: int) -> int:
        """Large where the column has nothing else to show."""
        return painter.px(190 if self._desk.figures is None else _LOW_UNITS)

    def least_height(self, painter: Painter, width: int) -> int:
        """Small, but its numbers can be read."""
        return painter.px(_LEAST_UNITS)

    def yields(self) -> bool:
        """To both ends of an answer, and to what can be done about a limit: a key shows it, too."""
        figures = self._desk.figures
        has_ends = figures is not None and bool(figures.improvements)
        return has_ends or self._desk.session.watch.can_go_on

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        is_low = area.height < painter.px(_LOW_UNITS)
        self._area = inset(area, painter.px(16), painter.px(8 if is_low else 14))

    def follow(self) -> None:
        """It is drawn from what there is."""

    def parts(self, painter: Painter) -> Iterable[Part]:
        """The board, and beside it what it is."""
        session, skin = self._desk.session, self._desk.view.skin
        head, words, board = (
            "The goal",
            play_messages.goal_title(session.activity.goal),
            session.activity.goal,
        )
        activity = session.activity
        if isinstance(activity, Editing) and activity.target is Target.GOAL:
            head, words, board = "The board", "As it is drawn now", activity.draft.board
        goal, area = session.activity.goal, self._area
        return self._still.parts(
            (painter, tuple(area), board, goal, skin, head, words),
            lambda: captioned_board(painter, area, board, goal, skin, head, words),
        )
