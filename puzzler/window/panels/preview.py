"""A small board: the goal, and while a search runs the state that is being expanded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.activities.editing import Editing, Target
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, inset, row
from puzzler.window.overlays.goal_sheet import goal_title
from puzzler.window.paint import Face, Painter
from puzzler.window.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.mini_board import mini_board


class PreviewPanel:
    """At the end of the column, where it can be scrolled to at every size."""

    name = "preview"
    is_shown = True
    controls: Sequence[Control] = ()

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._area = Rect(0, 0, 0, 0)

    def height(self, painter: Painter, width: int) -> int:
        """Large where the column has nothing else to show."""
        session = self._desk.session
        is_alone = not session.rows and self._desk.figures is None
        return painter.px(190 if is_alone else 124)

    def place(self, painter: Painter, area: Rect) -> None:
        """All of it."""
        self._area = area

    def follow(self) -> None:
        """It is drawn from what there is."""

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The board, and beside it what it is."""
        desk, session, theme = self._desk, self._desk.session, painter.theme
        inner = inset(self._area, painter.px(16), painter.px(14))
        side = min(inner.height, round(inner.width * 0.5))
        place, words = row(inner, [side, Grow()], painter.px(16))
        place.height = side
        place.centery = inner.centery
        caption, lines, board, is_ghost = "The goal", [goal_title(session)], session.goal, False
        activity = session.activity
        is_searching = desk.watching is not None and desk.watching.is_searching
        if is_searching and desk.progress is not None and desk.figures is not None:
            caption, lines = "Being expanded", [f"by {desk.figures.method.title}"]
            board, is_ghost = desk.progress.current, True
        elif isinstance(activity, Editing) and activity.target is Target.GOAL:
            caption, lines, board = "The board", ["as it is drawn now"], activity.draft.board
        yield mini_board(
            painter, "board", place, board, session.goal, desk.view.skin, is_ghost=is_ghost
        )
        wrapped = [
            line
            for text in lines
            for line in painter.wrapped(text, Face.BODY, painter.type_size(14), words.width)
        ][:4]
        line = painter.type_size(20)
        head = Rect(words.left, 0, words.width, painter.type_size(24))
        head.top = words.centery - (head.height + line * len(wrapped)) // 2
        yield label(painter, "head", head, caption, color=theme.text, units=16, face=Face.STRONG)
        for number, text in enumerate(wrapped):
            at = Rect(words.left, head.bottom + number * line, words.width, line)
            yield label(painter, f"line {number}", at, text, color=theme.text_muted)
