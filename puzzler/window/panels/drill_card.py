"""The card of a drill: how many are due, how well it is known, how it goes; and the next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.review.drilling import DrillPhase
from puzzler.game.storage.practice import DAYS, CardKind
from puzzler.humanize import TIMES, counted, listed
from puzzler.window.common.actions import actions
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.panels.panel import action_button, drawn
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.button import Rank
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import figure, figure_rows, in_rows, label
from puzzler.window.widgets.notice import Notice, least_height
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_UNITS = 22
_GAP_UNITS = 10
_MARGIN = 16, 14
_NEXT = "next-card"
_BOXES = (
    "The next card. A right answer moves a card one box on, a wrong one back to box 1. Cards of "
    f"box 1 come back at once, those of the others after {listed([str(d) for d in DAYS[1:]])} days"
)


class DrillCard:
    """There while cards are asked."""

    name = "drill card"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._title = self._place = Rect(0, 0, 0, 0)
        self._figures: list[tuple[str, str]] = []
        self._note = Notice("card note")
        self._note.align = 0.0
        self._followed: object = None
        self._due = 0
        self.next = action_button(desk, actions()[_NEXT])

    @property
    def is_shown(self) -> bool:
        """Cards are asked."""
        return self._desk.drilling is not None

    def height(self, painter: Painter, width: int) -> int:
        """A title, four figures, words, a button."""
        heights = self._heights(painter, width - 2 * painter.px(_MARGIN[0]))
        return sum(heights) + 3 * painter.px(_GAP_UNITS) + 2 * painter.px(_MARGIN[1])

    def place(self, painter: Painter, area: Rect) -> None:
        """From the top."""
        inner = inset(area, *map(painter.px, _MARGIN))
        self._title, self._place, self._note.rect, self.next.rect = column(
            inner, self._heights(painter, inner.width), painter.px(_GAP_UNITS)
        )

    def follow(self) -> None:
        """The button asks to be pressed once the answer was given."""
        drilling = self._desk.drilling
        if drilling is None:
            self._followed = None
            return
        is_answered = drilling.state().phase in (DrillPhase.RIGHT, DrillPhase.WRONG)
        self.next.rank = Rank.PRIMARY if is_answered else Rank.NORMAL
        self.next.is_enabled = drilling.state().phase is not DrillPhase.BUILDING
        followed = (
            drilling,
            drilling.state().card,
            drilling.state().answered,
            drilling.state().phase,
        )
        if followed != self._followed:
            self._followed = followed
            self._due = self._desk.session.drills.due
        card = drilling.state().card
        self._figures = [
            ("Due", f"{self._due:,}"),
            ("Box", "" if card is None else f"{card.box} of {len(DAYS)}"),
            ("Answered", f"{drilling.state().answered:,}"),
            ("Right in a row", f"{drilling.state().right_in_row:,}"),
        ]
        self._note.words = self._box_words

    @property
    def controls(self) -> list[Control]:
        """The words, where they are longer than their room; the next card."""
        is_cut = self._note.is_cut(self._desk.painter)
        return [*([self._note] if is_cut else []), self.next]

    def tip(self, name: str) -> Tip | None:
        """All of the words; what boxes are."""
        if name == self._note.name:
            return Tip(self._note.words)
        return Tip(_BOXES, self._desk.keymap.hint(_NEXT))

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
        top, lines = self._place.top, self._lines(painter, self._place.width)
        for figures in lines:
            line = Rect(self._place.left, top, self._place.width, _figures_height(painter))
            rects = row(line, [Grow()] * len(lines[0]), painter.px(_GAP_UNITS))
            for (caption, value), rect in zip(figures, rects, strict=False):
                if value:
                    yield figure(painter, caption, rect, caption, value, units=_UNITS)
            top = line.bottom + painter.px(4)
        yield self._note.part(painter)
        yield from drawn(self._desk, painter, self.controls)

    @property
    def _words(self) -> str:
        """What the cards are made of."""
        drilling = self._desk.drilling
        card = None if drilling is None else drilling.state().card
        if card is None:
            return "Drill"
        if card.kind is CardKind.GENERATED:
            return f"A generated {card.board.rows}{TIMES}{card.board.columns} board"
        return "Here you lost moves"

    def _heights(self, painter: Painter, width: int) -> list[int]:
        """Of title, figures, words and button."""
        lines = len(self._lines(painter, width))
        figures = lines * _figures_height(painter) + (lines - 1) * painter.px(4)
        words = max(painter.px(22), least_height())
        return [painter.px(24), figures, words, painter.target(40)]

    def _lines(self, painter: Painter, width: int) -> list[Sequence[tuple[str, str]]]:
        figures = self._figures or [("Right in a row", "")] * 4
        return in_rows(painter, figures, width, units=_UNITS, gap=painter.px(_GAP_UNITS))

    @property
    def _box_words(self) -> str:
        """When the card comes back."""
        drilling = self._desk.drilling
        card = None if drilling is None else drilling.state().card
        if card is None or drilling is None:
            count = self._desk.session.drills.count
            return f"{counted(count, 'card')} in all" if count else "There are no cards yet"
        if drilling.state().phase is DrillPhase.RIGHT:
            box = min(card.box + 1, len(DAYS))
            return f"On to box {box}: it comes back in {counted(DAYS[box - 1], 'day')}"
        if drilling.state().phase is DrillPhase.WRONG:
            return "Back in box 1: it comes back today"
        box = min(card.box + 1, len(DAYS))
        return f"Right: it comes back in {counted(DAYS[box - 1], 'day')}. Wrong: today"


def _figures_height(painter: Painter) -> int:
    return sum(figure_rows(painter, _UNITS)) + painter.px(3)
