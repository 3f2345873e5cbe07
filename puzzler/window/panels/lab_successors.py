"""The successors of the state under the lens: each as a board, its figures, what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pygame import Rect

from puzzler.game.watch.terms import TERMS
from puzzler.humanize import sentence
from puzzler.search.inspection.values import Successor
from puzzler.window.fates import (
    FATE_ICONS,
    FATE_WORDS,
    LEAST_BOARD,
    MOVE_ARROWS,
    fate_color,
    is_followed,
)
from puzzler.window.lab_words import formula
from puzzler.window.layout import Grow, column, inset, row
from puzzler.window.panels.panel import drawn
from puzzler.window.panels.still import Still
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.scene import Part
from puzzler.window.widgets.control import Control
from puzzler.window.widgets.label import icon, label
from puzzler.window.widgets.mini_board import mini_board
from puzzler.window.widgets.spot import Spot
from puzzler.window.widgets.tooltip import Tip
from puzzler.window.window import Window

_MARGIN = 14, 8
_HEAD_UNITS = 20
_BOARD_UNITS = 66
_LINE_UNITS = 20
_MOST = 4
_USUAL = 3
"""So many have their place, however few there are: what takes the last move back is left out."""
_CAPTION = "Successors"
_NONE = {
    True: "It is the goal: the search ends here.",
    False: "None: every move from here was left out.",
}
_NOT_THERE = "They are made when a state is expanded."


class LabSuccessors:
    """There while the search is looked at; a question takes its place."""

    name = "lab successors"

    def __init__(self, desk: Window) -> None:
        self._desk = desk
        self._still = Still()
        self._area = Rect(0, 0, 0, 0)
        self._spots = [Spot(f"successor {number}") for number in range(_MOST)]

    @property
    def is_shown(self) -> bool:
        """Nothing is asked."""
        inspecting = self._desk.inspecting
        return inspecting is not None and not inspecting.is_predicting

    def height(self, painter: Painter, width: int) -> int:
        """Heading, boards, two lines below each."""
        lines = painter.px(_HEAD_UNITS + 2 * _LINE_UNITS + 8) + 2 * painter.px(_MARGIN[1])
        return max(LEAST_BOARD, painter.px(_BOARD_UNITS)) + lines

    def place(self, painter: Painter, area: Rect) -> None:
        """Side by side."""
        self._area = inset(area, *map(painter.px, _MARGIN))
        self._place_spots(painter)

    def _place_spots(self, painter: Painter) -> None:
        for spot, place in zip(self._spots, self._places(painter), strict=False):
            spot.rect = place

    def follow(self) -> None:
        """More of them stand closer together."""
        if self._area.width:
            self._place_spots(self._desk.painter)

    @property
    def controls(self) -> Sequence[Control]:
        """One for each, so that it can say why."""
        return self._spots[: len(self._successors)]

    def tip(self, name: str) -> Tip | None:
        """What its fate means, and why it is so here."""
        number = int(name.rpartition(" ")[2])
        if number >= len(self._successors):
            return None
        successor = self._successors[number]
        why = f" Here: {successor.why}." if successor.why else ""
        return Tip(
            f"{sentence(FATE_WORDS[successor.outcome])}: {TERMS[successor.outcome.value]}{why}"
        )

    def parts(self, painter: Painter) -> Iterator[Part]:
        """The heading and the boards."""
        skin = self._desk.view.skin
        made_of = self._successors, self._desk.session.board, skin, painter, tuple(self._area)
        yield from self._still.parts(made_of, lambda: self._made(painter))
        yield from drawn(self._desk, painter, self.controls)

    # ---- Within ------------------------------------------------------------------------------

    @property
    def _successors(self) -> tuple[Successor, ...]:
        inspecting = self._desk.inspecting
        glimpse = None if inspecting is None else inspecting.glimpse
        return () if glimpse is None or glimpse.expansion is None else glimpse.expansion.successors

    def _places(self, painter: Painter) -> list[Rect]:
        """Side by side."""
        _, below = column(self._area, [painter.px(_HEAD_UNITS), Grow()], painter.px(4))
        return row(below, [Grow()] * max(_USUAL, len(self._successors)), painter.px(6))

    def _made(self, painter: Painter) -> Iterator[Part]:
        theme, inspecting = painter.theme, self._desk.inspecting
        head = Rect(self._area.left, self._area.top, self._area.width, painter.px(_HEAD_UNITS))
        yield label(painter, "head", head, _CAPTION, color=theme.text, units=15, face=Face.STRONG)
        successors = self._successors
        if not successors and inspecting is not None:
            is_there = inspecting.glimpse is not None and inspecting.glimpse.expansion is not None
            words = _NONE[inspecting.board == inspecting.goal] if is_there else _NOT_THERE
            below = head.move(0, head.height + painter.px(6))
            yield label(painter, "none", below, words, color=theme.text_muted)
        for successor, place in zip(successors, self._places(painter), strict=False):
            yield from self._successor_parts(painter, successor, place)

    def _successor_parts(
        self, painter: Painter, successor: Successor, place: Rect
    ) -> Iterator[Part]:
        """The board; its mark and word; its figures."""
        theme, desk, node, fate = painter.theme, self._desk, successor.node, successor.outcome
        lines = [painter.px(_LINE_UNITS)] * 2
        board, told, figures = column(place, [Grow(), *lines], painter.px(2))
        key = f"successor {node.move}"
        yield mini_board(
            painter,
            f"{key} board",
            board,
            node.board,
            desk.session.goal,
            desk.view.skin,
            is_ghost=not is_followed(fate),
        )
        color, size = fate_color(theme, fate), painter.type_size(15)
        words = FATE_WORDS[fate]
        if node.move is not None:
            words = f"{MOVE_ARROWS[node.move]} {words}"
        mark, gap = painter.px(15), painter.px(4)
        wide = painter.text_width(words, Face.STRONG, size) + painter.px(1)
        left = told.left + max(0, (told.width - mark - gap - wide) // 2)
        at = Rect(left, told.centery - mark // 2, mark, mark)
        yield icon(painter, at, FATE_ICONS[fate], color)
        beside = Rect(at.right + gap, told.top, told.right - at.right - gap, told.height)
        ink = theme.text if is_followed(fate) else theme.text_muted
        yield label(painter, f"{key} fate", beside, words, color=ink, units=15, face=Face.STRONG)
        said = self._figures(successor)
        fits = painter.fits(said, Face.FIGURES, painter.type_size(14), figures.width)
        yield label(
            painter,
            f"{key} figures",
            figures,
            said,
            color=theme.text if is_followed(fate) else theme.text_muted,
            units=14 if fits else 12,
            face=Face.FIGURES,
            align=0.5,
        )

    def _figures(self, successor: Successor) -> str:
        """What the algorithm reckons with."""
        inspecting = self._desk.inspecting
        if inspecting is None:
            return ""
        pieces = formula(successor.node, inspecting.method)
        return " ".join(f"{piece.term}{piece.value:g}" for piece in pieces)
