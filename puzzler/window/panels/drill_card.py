"""The card of a drill: how many are due, how well it is known, how it goes; and the next one."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect

from puzzler.game.activities.drilling import DrillPhase
from puzzler.game.coach.drill import DAYS, CardKind
from puzzler.window.actions import BY_NAME
from puzzler.window.desk import Desk
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.paint import Face, Painter
from puzzler.window.panels.panel import action_button, action_tip, drawn
from puzzler.window.scene import Part
from puzzler.window.widgets.button import Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import figure, figure_rows, label
from puzzler.window.widgets.tooltip import Tip
from puzzler.words import NOTHING, TIMES, counted

_UNITS = 22
_MARGIN = 16, 14
_NEXT = "next-card"


class DrillCard:
    """There while cards are asked."""

    name = "drill card"

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._title = self._figures = self._note = Rect(0, 0, 0, 0)
        self._followed: object = None
        self._due = 0
        self.next = action_button(desk, BY_NAME[_NEXT])

    @property
    def is_shown(self) -> bool:
        """Cards are asked."""
        return self._desk.drilling is not None

    def height(self, painter: Painter, width: int) -> int:
        """A title, four figures, a line, a button."""
        heights = [painter.px(24), _figures_height(painter), painter.px(22), painter.target(40)]
        return sum(heights) + 3 * painter.px(10) + 2 * painter.px(_MARGIN[1])

    def place(self, painter: Painter, area: Rect) -> None:
        """From the top."""
        inner = inset(area, *map(painter.px, _MARGIN))
        heights = [painter.px(24), _figures_height(painter), painter.px(22), painter.target(40)]
        self._title, self._figures, self._note, low = column(inner, heights, painter.px(10))
        self.next.rect = low

    def follow(self) -> None:
        """The button asks to be pressed once the answer was given."""
        drilling = self._desk.drilling
        if drilling is None:
            self._followed = None
            return
        is_answered = drilling.phase in (DrillPhase.RIGHT, DrillPhase.WRONG)
        self.next.rank = Rank.PRIMARY if is_answered else Rank.NORMAL
        self.next.is_enabled = drilling.phase is not DrillPhase.BUILDING
        followed = drilling, drilling.card, drilling.answered, drilling.phase
        if followed != self._followed:
            self._followed = followed
            self._due = self._desk.session.drills.due

    @property
    def controls(self) -> list[Control]:
        """The next card."""
        return [self.next]

    def tip(self, name: str) -> Tip | None:
        """Of the action."""
        return action_tip(self._desk, BY_NAME[_NEXT])

    def parts(self, painter: Painter) -> Iterator[Part]:
        """What is drilled, the figures, the box in words, the button."""
        drilling, theme = self._desk.drilling, painter.theme
        if drilling is None:
            return
        yield label(
            painter,
            "title",
            self._title,
            self._words,
            color=theme.text,
            units=15,
            face=Face.STRONG,
        )
        card = drilling.card
        figures = {
            "Due": f"{self._due:,}",
            "Box": NOTHING if card is None else f"{card.box} of {len(DAYS)}",
            "Answered": f"{drilling.answered:,}",
            "Right in a row": f"{drilling.right_in_row:,}",
        }
        rects = row(self._figures, [Grow()] * len(figures), painter.px(6))
        for (caption, value), rect in zip(figures.items(), rects, strict=True):
            yield figure(painter, caption, rect, caption, value, units=_UNITS)
        yield label(painter, "note", self._note, self._box_words, color=theme.text_muted, units=13)
        yield from drawn(self._desk, painter, self.controls)

    @property
    def _words(self) -> str:
        """What the cards are made of."""
        drilling = self._desk.drilling
        card = None if drilling is None else drilling.card
        if card is None:
            return "Drill"
        size = f"{card.board.rows}{TIMES}{card.board.columns}"
        if card.kind is CardKind.GENERATED:
            return f"Drill: a {size} board, {counted(card.distance, 'move')} from the goal"
        return f"Drill: a {size} board on which you lost moves"

    @property
    def _box_words(self) -> str:
        """When the card comes back."""
        drilling = self._desk.drilling
        card = None if drilling is None else drilling.card
        if card is None or drilling is None:
            count = self._desk.session.drills.count
            return f"{counted(count, 'card')} in all" if count else "There are no cards yet"
        if drilling.phase is DrillPhase.RIGHT:
            box = min(card.box + 1, len(DAYS))
            return f"On to box {box}: it comes back in {counted(DAYS[box - 1], 'day')}"
        if drilling.phase is DrillPhase.WRONG:
            return "Back in box 1: it comes back today"
        box = min(card.box + 1, len(DAYS))
        return f"Right, and it comes back in {counted(DAYS[box - 1], 'day')}; wrong, today"


def _figures_height(painter: Painter) -> int:
    return sum(figure_rows(painter, _UNITS)) + painter.px(3)
