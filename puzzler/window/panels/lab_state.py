"""What the state under the lens is worth, and why it was taken: g, h, f, rule, parent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.watch.terms import TERMS
from puzzler.humanize import sentence
from puzzler.search.heuristics.contributions import NOTHING
from puzzler.search.inspection.values import Glimpse
from puzzler.search.method import Method
from puzzler.window.fates import LEAST_BOARD
from puzzler.window.lab_words import Piece, formula, instead, reasons
from puzzler.window.layout import Grow, column, inset, middle, row
from puzzler.window.panels.lab_board import LabBoard
from puzzler.window.panels.panel import drawn
from puzzler.window.panels.still import Still
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import label
from puzzler.window.widgets.mini_board import mini_board
from puzzler.window.widgets.spot import Spot
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_MARGIN = 16, 11
_VALUE_UNITS = 36
"""Of g, h and f: they are read from the last row of a class."""
_SUM_UNITS = 24
_WHY_UNITS = 73
_GAP_UNITS = 4
_MOST_LINES = 4


class LabState:
    """Two lines of figures, and beside its parent why the state was taken."""

    name = "lab state"

    def __init__(self, desk: Window, board: LabBoard) -> None:
        self._desk = desk
        self._board = board
        self._instead = ""
        """What is said where no state is under the lens."""
        self._still = Still()
        self._area = Rect(0, 0, 0, 0)
        self._terms = {name: Spot(f"term {name}") for name in ("g", "h", "f")}
        self._rule = Spot("rule")
        self._parent = Spot("parent", self._go_to_parent)

    @property
    def is_shown(self) -> bool:
        """Nothing is asked."""
        inspecting = self._desk.inspecting
        return inspecting is not None and not inspecting.is_predicting

    def height(self, painter: Painter, width: int) -> int:
        """The figures, their sum, and the lines of why."""
        gaps = 2 * painter.px(_GAP_UNITS) + 2 * painter.px(_MARGIN[1])
        return sum(self._heights(painter)) + gaps

    def place(self, painter: Painter, area: Rect) -> None:
        """Line by line."""
        self._area = inset(area, *map(painter.px, _MARGIN))
        self._place_spots(painter)

    def follow(self) -> None:
        """The figures are wider or narrower at every moment."""
        inspecting = self._desk.inspecting
        self._instead = "" if inspecting is None else instead(inspecting)
        if self._area.width:
            self._place_spots(self._desk.painter)

    @property
    def controls(self) -> Sequence[Control]:
        """What can be pointed at: terms, the rule, the parent."""
        glimpse = self._glimpse
        if glimpse is None or glimpse.expansion is None:
            return []
        pieces = formula(glimpse.expansion.node, self._method)
        spots: list[Control] = [self._terms[piece.term] for piece in pieces]
        has_parent = glimpse.expansion.parent is not None
        return [*spots, self._rule, *([self._parent] if has_parent else [])]

    def tip(self, name: str) -> Tip | None:
        """What a term means; what comes of pressing the parent."""
        if name == self._rule.name:
            glimpse = self._glimpse
            said = [] if glimpse is None else reasons(glimpse, self._method)
            return Tip(f"{'. '.join(said)}.\n{TERMS['ties']}")
        if name == self._parent.name:
            return Tip(f"{TERMS['parent']} Click to go to its expansion.")
        return Tip(TERMS[name.removeprefix("term ")])

    def parts(self, painter: Painter) -> Iterator[Part]:
        """Figures, sum, why."""
        made_of = (
            self._glimpse,
            self._method,
            self._board.told,
            self._instead,
            painter,
            tuple(self._area),
        )
        skin = self._desk.view.skin
        yield from self._still.parts((made_of, skin), lambda: self._made(painter))
        yield from drawn(self._desk, painter, self.controls)

    # ---- Within ------------------------------------------------------------------------------

    @property
    def _glimpse(self) -> Glimpse | None:
        inspecting = self._desk.inspecting
        return None if inspecting is None else inspecting.glimpse

    @property
    def _method(self) -> Method:
        inspecting = self._desk.inspecting
        return self._desk.session.method if inspecting is None else inspecting.method

    def _go_to_parent(self) -> None:
        inspecting, glimpse = self._desk.inspecting, self._glimpse
        if inspecting is None or glimpse is None or glimpse.expansion is None:
            return
        if glimpse.expansion.parent_index is not None:
            inspecting.seek(glimpse.expansion.parent_index + 1)

    def _rows(self, painter: Painter) -> list[Rect]:
        """Figures, sum, why."""
        return column(self._area, [*self._heights(painter)], painter.px(_GAP_UNITS))

    def _heights(self, painter: Painter) -> list[int]:
        why = max(painter.px(_WHY_UNITS), LEAST_BOARD)
        return [painter.px(_VALUE_UNITS * 1.2), painter.px(_SUM_UNITS), why]

    def _place_spots(self, painter: Painter) -> None:
        glimpse = self._glimpse
        if glimpse is None or glimpse.expansion is None:
            return
        figures, _, why = self._rows(painter)
        for piece, place, _ in _laid_out(painter, figures, self._pieces(glimpse)):
            self._terms[piece.term].rect = place
        parent, words = self._why(painter, why)
        self._parent.rect = parent
        self._rule.rect = words

    def _pieces(self, glimpse: Glimpse) -> tuple[Piece, ...]:
        assert glimpse.expansion is not None
        return formula(glimpse.expansion.node, self._method)

    def _why(self, painter: Painter, place: Rect) -> tuple[Rect, Rect]:
        """The parent, and the words beside it."""
        side = place.height
        parent, words = row(place, [side, Grow()], painter.px(14))
        return middle(parent, side, side), words

    def _made(self, painter: Painter) -> Iterator[Part]:
        theme, glimpse = painter.theme, self._glimpse
        figures, total, why = self._rows(painter)
        if glimpse is None or glimpse.expansion is None:
            yield from self._instead_parts(painter)
            return
        for number, (piece, place, units) in enumerate(
            _laid_out(painter, figures, self._pieces(glimpse))
        ):
            yield from _figure(painter, f"figure {number}", place, piece, units)
        words = self._board.told or (
            "" if glimpse.breakdown.words == NOTHING else glimpse.breakdown.words
        )
        yield label(painter, "sum", total, sentence(words), color=theme.text, units=16.5, align=0.5)
        yield from self._why_parts(painter, glimpse, why)

    def _instead_parts(self, painter: Painter) -> Iterator[Part]:
        """What is said where no state is under the lens, over all of the card."""
        size = painter.type_size(15)
        lines = painter.wrapped(self._instead, Face.BODY, size, self._area.width)
        height = round(size * 1.4)
        block = middle(self._area, self._area.width, height * len(lines))
        for number, (line, at) in enumerate(
            zip(lines, column(block, [height] * len(lines)), strict=True)
        ):
            color = painter.theme.text_muted
            yield label(painter, f"instead {number}", at, line, color=color, units=15, align=0.5)

    def _why_parts(self, painter: Painter, glimpse: Glimpse, place: Rect) -> Iterator[Part]:
        theme, expansion = painter.theme, glimpse.expansion
        assert expansion is not None
        at, beside = self._why(painter, place)
        if expansion.parent is not None:
            desk = self._desk
            yield mini_board(
                painter,
                "parent board",
                at,
                expansion.parent,
                desk.session.goal,
                desk.view.skin,
                is_ghost=False,
            )
        else:
            beside = place
        said = reasons(glimpse, self._method)
        lines = painter.wrapped(said[0], Face.STRONG, painter.type_size(16), beside.width)[:2]
        strong, lines = len(lines), [*lines, *said[1:]][:_MOST_LINES]
        for number, line in enumerate(column(beside, [Grow()] * len(lines))):
            is_strong = number < strong
            yield label(
                painter,
                f"why {number}",
                line,
                lines[number],
                color=theme.text if is_strong else theme.text_muted,
                units=16 if is_strong else 15,
                face=Face.STRONG if is_strong else Face.BODY,
            )


def _laid_out(
    painter: Painter, area: Rect, pieces: Sequence[Piece]
) -> Iterator[tuple[Piece, Rect, float]]:
    """Where every figure stands, in the middle of ``area``, and how large: as large as fits."""
    for units in (_VALUE_UNITS, _VALUE_UNITS * 0.8, _VALUE_UNITS * 0.62, _VALUE_UNITS * 0.5):
        widths = [_piece_width(painter, piece, units) for piece in pieces]
        gap = painter.px(units * 0.5)
        total = sum(widths) + gap * (len(widths) - 1)
        if total <= area.width:
            break
    left = area.left + max(0, (area.width - total) // 2)
    for piece, width in zip(pieces, widths, strict=True):
        yield piece, Rect(left, area.top, width, area.height), units
        left += width + gap


def _piece_width(painter: Painter, piece: Piece, units: float) -> int:
    letters, value = _said(piece)
    small, large = painter.type_size(units * 0.72), painter.type_size(units)
    return (
        painter.text_width(letters, Face.BODY, small)
        + painter.px(units * 0.24)
        + painter.text_width(value, Face.FIGURES, large)
        + painter.px(2)
    )


def _said(piece: Piece) -> tuple[str, str]:
    sign = f"{piece.sign} " if piece.sign else ""
    return f"{sign}{piece.term}", f"{piece.value:g}"


def _figure(painter: Painter, key: str, place: Rect, piece: Piece, units: float) -> Iterator[Part]:
    """The letter, muted, and its value."""
    theme, (letters, value) = painter.theme, _said(piece)
    small = painter.text_width(letters, Face.BODY, painter.type_size(units * 0.72))
    above, below = row(place, [small, Grow()], painter.px(units * 0.24))
    yield label(painter, key, above, letters, color=theme.text_muted, units=units * 0.72)
    color = theme.accent if piece.term == "f" else theme.text
    yield label(painter, f"{key} value", below, value, color=color, units=units, face=Face.FIGURES)
