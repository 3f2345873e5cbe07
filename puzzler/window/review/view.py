"""Review: a play below its curve, move by move; and the drill of the moves it lost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

from puzzler.board.board import Board
from puzzler.board.move import Move
from puzzler.game.review.drilling import Drilling, DrillState
from puzzler.game.review.reviewing import Reviewing, ReviewState
from puzzler.window.board.overlays import Mark
from puzzler.window.common.board import BoardElement
from puzzler.window.common.entering import review_last
from puzzler.window.common.top_bar import top_bar
from puzzler.window.common.views import REVIEW, View
from puzzler.window.review.bar import drill_bar, review_bar
from puzzler.window.review.curve import curve_card, summary_card
from puzzler.window.review.drill import answers_card, drill_card, drill_line, maker_card
from puzzler.window.review.line import review_line
from puzzler.window.toolkit.element import Context, Element, Options, Point, Touch
from puzzler.window.toolkit.layout import Column, Row, Scroll, Space
from puzzler.window.window import Window

COLUMN = "column"
"""The key of what stands beside the board."""
_BOARD_SHARE = 0.54
"""Of the width, at the most: the column has the curve."""
_LEAST_SHARE = 0.6
"""Of the window's height, for the board."""
_UPRIGHT = 1.1
"""From this height for its width on, the column is below the board."""
_UPRIGHT_SHARE = 0.95
"""Of the width: how high the board is with its line, above the column."""
_BARS_UNITS = 120
"""The height of both bars."""


def review_view(window: Window) -> Element:
    """The board with its line and the cards, between the bars."""
    review, drill, is_compact = window.shown.review, window.shown.drill, window.is_compact
    board: BoardElement
    if review is not None:
        board, bar = ReviewBoard(window, review, grow=0), review_bar(window, review)
        below = review_line(window, review)
        cards, line = [curve_card(window, review), summary_card(review)], 43 if is_compact else 108
    elif drill is not None:
        board, bar = DrillBoard(window, drill, grow=0), drill_bar(window, drill)
        below = drill_line(window, drill)
        answers = window.ui.reuse(answers_card, window, drill)
        cards, line = [drill_card(window, drill), maker_card(window), answers], 90
    else:
        return Space()
    space = 4 if is_compact else 12
    left = Column(Space(grow=1), Column(board, below, gap=space), Space(grow=1), gap=0)
    column = Scroll(Column(*cards, gap=14, grow=1 if is_compact else 0), key=COLUMN, grow=1)
    return Column(top_bar(window), _between(window, left, column, line), bar, gap=0)


def _between(window: Window, left: Element, column: Element, line: float) -> Element:
    """The column beside the board and what is below it, or below both.

    line: how high that is, with the gap above it, in units.
    """
    across, down = pad = (8, 6) if window.is_compact else (20, 20)
    gap = 8 if window.is_compact else 20
    whole, high = (length / window.painter.scale for length in window.ui.size)
    width, height = whole - 2 * across, high - _BARS_UNITS - 2 * down
    if height > width * _UPRIGHT:
        left.fixed_height = _UPRIGHT_SHARE * width - gap
        return Column(left, column, gap=gap, pad=pad, grow=1)
    usable = min(_BOARD_SHARE * width - gap, height - line)
    left.fixed_width = max(_LEAST_SHARE * high, usable)
    return Row(left, column, gap=gap, pad=pad, stretch=True, grow=1)


class ReviewBoard(BoardElement):
    """An arrow is on the tile that was played next, a tick on those that lose nothing."""

    def __init__(self, window: Window, review: ReviewState, **options: Unpack[Options]) -> None:
        super().__init__(window, **options)
        self.review = review

    def _follow(self, ui: Context, touch: Touch) -> None:
        super()._follow(ui, touch)
        review, view = self.review, self.window.view
        played = None if review.shortest is not None else review.played_move
        view.ticked = _cells(review.board, review.first_moves)
        view.marks, view.hovered = [], None
        if played is not None:
            cell = review.board.target(played)
            view.marks = [Mark(cell, played, has_ring=cell not in view.ticked)]

    def press(self, ui: Context, at: Point) -> None:
        """A review is not played by hand: the line says so."""
        cell = self.window.view.geometry.cell_at(at)
        if cell is not None:
            self.window.session.click(cell)


class DrillBoard(BoardElement):
    """The board of a card; what would have been right has a tick once it was answered."""

    def __init__(self, window: Window, drill: DrillState, **options: Unpack[Options]) -> None:
        super().__init__(window, **options)
        self.drill = drill

    def _follow(self, ui: Context, touch: Touch) -> None:
        super()._follow(ui, touch)
        card, view, board = self.drill.card, self.window.view, self.drill.board
        is_at_card = card is not None and card.board == board
        view.marks = []
        view.ticked = _cells(board, self.drill.first_moves if is_at_card else None)


def _cells(board: Board, moves: Iterable[Move] | None) -> tuple[int, ...]:
    """Where the tiles are that these moves of the blank would slide."""
    return tuple(sorted(board.target(move) for move in moves or ()))


VIEW = View(
    REVIEW, 40, "Review", "ctrl+4", "Review a game, and drill what it lost", "review",
    review_last, review_view, (Reviewing, Drilling),
)  # fmt: skip
