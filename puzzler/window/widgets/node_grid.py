"""Nodes of a search as a grid of small boards with their figures; it scrolls."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import pygame
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.window.board.skin import Skin
from puzzler.window.layout import inset
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.widgets.control import Point, Touch
from puzzler.window.widgets.mini_board import mini_board
from puzzler.window.widgets.scroll import THUMB_UNITS, Scroll

_CELL_UNITS = 21
"""What a cell takes, where the board is not so large that it has to be smaller."""
_LEAST_UNITS, _MOST_UNITS = 64, 106
"""The side of a board."""
_FIGURES_UNITS = 72
"""What stands beside the board."""
_MARGIN_UNITS = 9
_GAP_UNITS = 8
_TYPE_UNITS = 15
_SMALL_UNITS = 12.5
_ZOOMS = 2.2, 1.9, 1.6, 1.3, 1.0
"""How much larger few cards may be."""


@dataclass(frozen=True, slots=True)
class NodeCard:
    """One node."""

    board: Board
    rank: str
    """Its place in the order, muted, above the figures."""
    figures: tuple[tuple[str, str], ...]
    """Captions and values, one below the other."""
    words: str = ""
    """What is to be said about its place, below the board."""
    is_lit: bool = False
    """It is what the eye should find first."""
    mark: str = ""
    """An icon that tells right from wrong, at the upper right."""


Cards = Callable[[int], NodeCard]


class NodeGrid:
    """Calls ``on_choose`` with an index: by click, or Enter on what the arrow keys have marked.

    Cards are asked for when they are seen, so that 10,000 cost no more than ten.
    """

    def __init__(
        self,
        name: str,
        *,
        painter: Callable[[], Painter],
        on_choose: Callable[[int], None] | None = None,
    ) -> None:
        self.name = name
        self.on_choose = on_choose
        """None where there is nothing to choose: it is looked at."""
        self.count = 0
        self.marked = -1
        """The card that Enter would choose."""
        self.empty = ""
        """What a grid without cards says."""
        self.goal: Board | None = None
        """Gives the tiles their colours."""
        self.skin = Skin()
        self.rect = Rect(0, 0, 0, 0)
        self.is_enabled = True
        self._painter = painter
        self._card: Cards | None = None
        self._size = 3, 3
        self._has_words, self._fills = True, False
        self._zoom = 1.0
        self._version = 0
        self._scroll = Scroll()
        self._pressed = -1

    def show(
        self,
        count: int,
        card: Cards,
        goal: Board,
        *,
        has_words: bool = True,
        reveals_last: bool = False,
        fills: bool = False,
    ) -> None:
        """These cards from now on; it stays scrolled where it is, or at the last card.

        fills: few cards are made larger, as far as there is room for all of them.
        """
        self.count, self._card, self.goal = count, card, goal
        self._size, self._has_words, self._fills = goal.size, has_words, fills
        self._version += 1
        self.marked = min(self.marked, count - 1)
        self._fit()
        if reveals_last:
            self._scroll.by(self._scroll.content)

    def to_top(self) -> None:
        """Scroll back to the first card."""
        self._scroll.offset, self.marked = 0, -1

    # ---- Where things are ---------------------------------------------------------------

    def columns(self) -> int:
        """How many cards stand side by side."""
        gap = self._gap()
        return max(1, (self._width() + gap) // (self._card_width() + gap))

    def card_rect(self, index: int) -> Rect:
        """Where a card is, in the window's pixels; it may be scrolled out of sight."""
        self._fit()
        view, gap, columns = self._scroll.viewport, self._gap(), self.columns()
        row, column = divmod(index, columns)
        width = (self._width() - gap * (columns - 1)) // columns
        left = view.left + column * (width + gap)
        top = view.top + row * self._row_height() - self._scroll.offset
        return Rect(left, top, width, self._row_height() - gap)

    def card_at(self, at: Point | None) -> int:
        """The index of the card at a point; -1 for none."""
        self._fit()
        if at is None or not self._scroll.viewport.collidepoint(at):
            return -1
        return next((i for i in self._in_sight() if self.card_rect(i).collidepoint(at)), -1)

    def card(self, index: int) -> NodeCard | None:
        """What stands on a card."""
        return self._card(index) if self._card is not None and index < self.count else None

    def least_height(self, painter: Painter) -> int:
        """One row of cards."""
        return self._row_height()

    # ---- Picture ------------------------------------------------------------------------

    def look(self, touch: Touch) -> Hashable:
        """Everything that its picture depends on."""
        self._fit()
        over = self.card_at(touch.at) if self.on_choose is not None else -1
        marks = over, self.marked, touch.is_pressed
        words = self.empty if not self.count else ""
        return self._version, self._scroll.offset, marks, words, self.skin, self.rect.size

    def draw(self, surface: Surface, painter: Painter, touch: Touch) -> None:
        """The cards in sight."""
        theme = painter.theme
        self._fit()
        if not self.count:
            size = painter.type_size(14.5)
            lines = painter.wrapped(self.empty, Face.BODY, size, self.rect.width)
            line = round(size * 1.5)
            top = self.rect.centery - line * len(lines) // 2
            for number, words in enumerate(lines):
                place = Rect(self.rect.left, top + number * line, self.rect.width, line)
                painter.write(surface, words, Face.BODY, size, theme.text_muted, place, align=0.5)
            return
        clip = surface.get_clip()
        surface.set_clip(clip.clip(self.rect))
        over = self.card_at(touch.at) if self.on_choose is not None else -1
        for index in self._in_sight():
            self._draw_card(surface, painter, index, is_over=index == over)
        self._scroll.draw(surface, painter)
        surface.set_clip(clip)

    def _draw_card(self, surface: Surface, painter: Painter, index: int, *, is_over: bool) -> None:
        card, rect, theme = self.card(index), self.card_rect(index), painter.theme
        if card is None or self.goal is None:
            return
        fill = mix(theme.well, theme.control, 0.6) if is_over else theme.well
        edge = theme.accent if card.is_lit or index == self.marked else theme.panel_edge
        painter.box(surface, rect, painter.px(9), fill, edge)
        inner = inset(rect, painter.px(_MARGIN_UNITS), painter.px(_MARGIN_UNITS - 2))
        side = self._side()
        board = Rect(inner.left, inner.top, side, self._board_height())
        mini_board(
            painter, "", board, card.board, self.goal, self.skin, is_ghost=False
        ).draw(surface)  # fmt: skip
        beside = Rect(board.right + painter.px(10), board.top, 0, board.height)
        beside.width = inner.right - beside.left
        self._write_figures(surface, painter, card, beside)
        if card.words and self._has_words:
            size = painter.type_size(_SMALL_UNITS)
            below = Rect(inner.left, board.bottom, inner.width, inner.bottom - board.bottom)
            painter.write(surface, card.words, Face.BODY, size, theme.text_muted, below)

    def _write_figures(
        self, surface: Surface, painter: Painter, card: NodeCard, place: Rect
    ) -> None:
        """The rank and below it the figures, the last of them strong."""
        theme, small, size = painter.theme, self._type(_SMALL_UNITS), self._type(_TYPE_UNITS)
        above = round(small * 1.5) if card.rank or card.mark else 0
        heights = [above, *[round(size * 1.3)] * len(card.figures)]
        top = place.centery - sum(heights) // 2
        head = Rect(place.left, top, place.width, heights[0])
        ink = theme.accent if card.is_lit else theme.text_muted
        if card.mark:
            pixels = round(small * 1.3)
            color = theme.good if card.mark == "check" else theme.accent
            sign = painter.icon(card.mark, pixels, color)
            surface.blit(sign, (head.right - pixels, head.centery - pixels // 2))
            head.width -= pixels + painter.px(4)
        painter.write(surface, card.rank, Face.STRONG, small, ink, head)
        caption_width = painter.text_width("m", Face.BODY, size)
        line = head
        for number, (caption, value) in enumerate(card.figures):
            line = Rect(place.left, line.bottom, place.width, heights[number + 1])
            is_last = number == len(card.figures) - 1
            ink = theme.text if is_last else theme.text_muted
            painter.write(surface, caption, Face.BODY, size, theme.text_muted, line)
            rest = Rect(
                line.left + caption_width, line.top, line.width - caption_width, line.height
            )
            painter.write(surface, value, Face.FIGURES, size, ink, rest)

    # ---- Input --------------------------------------------------------------------------

    def press(self, at: Point) -> None:
        """Take the thumb, or remember the card; it is chosen on release."""
        if not self._scroll.press(at, self._painter()):
            self._pressed = self.card_at(at)

    def drag(self, at: Point) -> None:
        """Move the thumb."""
        self._scroll.drag(at, self._painter())

    def release(self, at: Point) -> None:
        """Choose, where the pointer is still on the same card."""
        card, self._pressed = self._pressed, -1
        if not self._scroll.release() and card >= 0 and self.card_at(at) == card:
            self._choose(card)

    def wheel(self, lines: int) -> bool:
        """Scroll; at its end it leaves the wheel to what it stands in."""
        before = self._scroll.offset
        self._scroll.by(lines * self._row_height() // 2)
        return self._scroll.offset != before

    def key(self, key: int, mod: int = 0) -> bool:
        """Up, Down, Page up and Page down mark; where cards can be chosen Enter and Space do."""
        columns = self.columns()
        page = columns * max(1, self._scroll.viewport.height // self._row_height())
        steps = {
            pygame.K_UP: -columns,
            pygame.K_DOWN: columns,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
        }
        if self.on_choose is not None:
            steps |= {pygame.K_LEFT: -1, pygame.K_RIGHT: 1}
        if not self.count:
            return False
        if key in steps:
            self.marked = max(0, min(self.count - 1, self.marked + steps[key]))
            row = self.marked // columns
            self._scroll.reveal(row * self._row_height(), (row + 1) * self._row_height())
        elif key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE) and self.marked >= 0:
            return self._choose(self.marked)
        else:
            return False
        return True

    def _choose(self, index: int) -> bool:
        if self.on_choose is None:
            return False
        self.on_choose(index)
        return True

    # ---- Within -------------------------------------------------------------------------

    def _fit(self) -> None:
        for zoom in _ZOOMS if self._fills else (1.0,):
            self._zoom = zoom
            rows = -(-self.count // self.columns())
            content = max(0, rows * self._row_height() - self._gap())
            is_within = content <= self.rect.height and self._card_width() <= self._width()
            if is_within:
                break
        self._scroll.fit(self.rect, content)

    def _in_sight(self) -> Sequence[int]:
        view, height, columns = self._scroll.viewport, self._row_height(), self.columns()
        first = self._scroll.offset // height * columns
        last = ((self._scroll.offset + view.height) // height + 1) * columns
        return range(first, min(self.count, last))

    def _width(self) -> int:
        """For cards: the lane of the thumb is kept free, so that nothing jumps when it comes."""
        return self.rect.width - self._painter().px(THUMB_UNITS + 4)

    def _side(self) -> int:
        painter = self._painter()
        side = max(_LEAST_UNITS, min(_MOST_UNITS, _CELL_UNITS * max(self._size) + 6))
        # numbers are readable from 15 pixels a cell on, whatever the scale
        least = min(15 * max(self._size) + 6, painter.px(1.3 * _MOST_UNITS))
        return max(painter.px(side * self._zoom), least)

    def _board_height(self) -> int:
        """At least as much as the figures beside it."""
        lines = round(self._type(_SMALL_UNITS) * 1.5) + 3 * round(self._type(_TYPE_UNITS) * 1.3)
        return max(self._side() * self._size[0] // max(self._size), lines)

    def _card_width(self) -> int:
        painter = self._painter()
        figures = max(painter.px(_FIGURES_UNITS), 5 * self._type(_TYPE_UNITS))
        return self._side() + painter.px(10) + figures + 2 * painter.px(_MARGIN_UNITS)

    def _row_height(self) -> int:
        """Of a card, and the gap below it."""
        painter = self._painter()
        words = round(painter.type_size(_SMALL_UNITS) * 1.7) if self._has_words else 0
        height = self._board_height() + words + 2 * painter.px(_MARGIN_UNITS - 2)
        return height + self._gap()

    def _type(self, units: float) -> int:
        """The size of letters."""
        return self._painter().type_size(units * self._zoom)

    def _gap(self) -> int:
        return self._painter().px(_GAP_UNITS)
