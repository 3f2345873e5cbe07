"""The state that was expanded last: its board, g, h and f, why it was taken, its successors."""

from __future__ import annotations

from typing import Unpack

from puzzler.game.lab.inspecting import LabState
from puzzler.game.watch.terms import TERMS
from puzzler.humanize import sentence
from puzzler.search.heuristics.contributions import NOTHING, Breakdown
from puzzler.search.inspection.values import Glimpse, Node, Successor
from puzzler.window.board.heuristic_parts import shares_part, told_on
from puzzler.window.board.mini import MiniBoard
from puzzler.window.common.board import BoardElement
from puzzler.window.lab.outcomes import (
    LEAST_BOARD,
    MOVE_ARROWS,
    OUTCOME_ICONS,
    OUTCOME_WORDS,
    is_followed,
    outcome_color,
)
from puzzler.window.lab.words import Piece, formula, instead, reasons
from puzzler.window.toolkit.controls import Pressable
from puzzler.window.toolkit.element import Context, Element, Frame, Options, Point, Range, Touch
from puzzler.window.toolkit.labels import Icon, Text
from puzzler.window.toolkit.layout import Card, Column, Fit, Grid, Row, Space
from puzzler.window.toolkit.paint import Face
from puzzler.window.window import Window

_LEAST_BOARD_UNITS = 150
_VALUE_SIZES = (36, 29, 22, 18)
"""Of g, h and f: they are read from the last row of a class."""
_PARENT_UNITS, _SUCCESSOR_UNITS = 73, 66
_USUAL_SUCCESSORS = 3
"""Fewer keep that much room: the move that takes the last one back is left out."""
_NO_SUCCESSORS = {
    True: "It is the goal: the search ends here.",
    False: "None: every move from here was left out.",
}
_NOT_EXPANDED = "They are generated when a state is expanded."


class InspectedBoard(BoardElement):
    """The board being expanded, with what adds up to its h drawn on the tiles.

    The wheel goes along the search, and the pointer on a tile tells what that tile adds.
    """

    def __init__(
        self,
        window: Window,
        lab: LabState,
        *,
        is_played: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """is_played: a press on a tile slides it."""
        super().__init__(window, **options)
        self.lab, self.is_played = lab, is_played

    def measure_height(self, ui: Context, width: int) -> Range:
        heights = super().measure_height(ui, width)
        return Range(ui.painter.px(_LEAST_BOARD_UNITS), heights.wanted)

    @property
    def parts(self) -> Breakdown | None:
        """How h of the board that is shown is made up."""
        glimpse = self.lab.glimpse
        if glimpse is None or (glimpse.expansion is None and glimpse.expansions):
            return None
        return glimpse.breakdown

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        view, at = self.window.view, ui.touch(frame.layer, self).at
        cell = None if at is None else view.geometry.cell_at(at)
        ui.choose(_POINTED, cell)
        if self.parts is not None and not view.is_moving:
            part = shares_part(ui.painter, view.geometry, self.parts, cell)
            frame.part(part.bounds, part.look, part.draw, part.key)

    def _follow(self, ui: Context, touch: Touch) -> None:
        super()._follow(ui, touch)
        view = self.window.view
        view.marks, view.ticked, view.cover = [], (), None
        if not self.is_played:
            view.hovered = None

    def press(self, ui: Context, at: Point) -> None:
        if self.is_played:
            super().press(ui, at)

    def release(self, ui: Context, at: Point) -> None:
        if self.is_played:
            super().release(ui, at)

    def wheel(self, ui: Context, lines: float, at: Point) -> bool:
        self.window.session.lab.current.step(round(lines))
        return True


_POINTED = "cell of the inspected board"


def mini(
    window: Window,
    lab: LabState,
    node: Node,
    *,
    ghost: bool = False,
    **options: Unpack[Options],
) -> MiniBoard:
    """The board of a node, small."""
    return MiniBoard(node.board, lab.goal, window.view.skin, ghost=ghost, **options)


def expansion_card(window: Window, lab: LabState) -> Element:
    """g, h and f of the state, how h adds up, and why the state was taken."""
    glimpse = lab.glimpse
    if glimpse is None or glimpse.expansion is None:
        words = Text(instead(lab), size=15, color="text_muted", align=0.5)
        return Card(Space(grow=1), words, Space(grow=1), pad=(16, 11), height=171)
    method, node = lab.method, glimpse.expansion.node
    cell: int | None = window.ui.choice(_POINTED, None)
    told = "" if cell is None else told_on(glimpse.breakdown, cell)
    total = told or ("" if glimpse.breakdown.words == NOTHING else glimpse.breakdown.words)
    pieces = formula(node, method)
    return Card(
        Fit(*(_figures(pieces, size) for size in _VALUE_SIZES), height=43),
        Text(sentence(total), size=16.5, smaller=(15, 13.5), lines=1, align=0.5, height=24),
        _why(window, lab, glimpse),
        gap=4,
        pad=(16, 11),
    )


def _figures(pieces: tuple[Piece, ...], size: float) -> Row:
    """G + h = f, each letter muted before its value."""
    children: list[Element] = [Space(grow=1)]
    for piece in pieces:
        sign = f"{piece.sign} " if piece.sign else ""
        children.append(
            Row(
                Text(f"{sign}{piece.term}", size=size * 0.72, color="text_muted", lines=1),
                Text(
                    f"{piece.value:g}",
                    size=size,
                    face=Face.FIGURES,
                    lines=1,
                    color="accent" if piece.term == "f" else "text",
                ),
                gap=size * 0.24,
                tip=TERMS[piece.term],
                key=("term", piece.term, size),
            )
        )
    return Row(*children, Space(grow=1), gap=size * 0.5, arrows=False)


def _why(window: Window, lab: LabState, glimpse: Glimpse) -> Row:
    """The parent, which a click goes to, and the rule that chose the state."""
    expansion = glimpse.expansion
    assert expansion is not None, "there is no card without a state"
    said = reasons(glimpse, lab.method)
    parent = None
    if expansion.parent is not None:
        index = expansion.parent_index
        board = MiniBoard(
            expansion.parent,
            lab.goal,
            window.view.skin,
            width=_PARENT_UNITS,
            height=_PARENT_UNITS,
        )
        parent = Pressable(
            board,
            lambda: window.session.lab.current.seek(index + 1) if index is not None else None,
            key="parent",
            tip=f"{TERMS['parent']} Click to go to its expansion.",
        )
    return Row(
        parent,
        Column(
            Text(said[0], size=16, smaller=(15, 14), strong=True, lines=2),
            *(Text(words, size=15, smaller=(14, 13), color="text_muted", lines=1)
              for words in said[1:]),
            gap=0, grow=1, tip=f"{'. '.join(said)}.\n{TERMS['ties']}", key="rule",
        ),
        gap=14, height=max(_PARENT_UNITS, LEAST_BOARD / window.painter.scale),
    )  # fmt: skip


def successors_card(window: Window, lab: LabState) -> Element:
    """Each successor as a board, with what became of it and its figures."""
    glimpse = lab.glimpse
    expansion = None if glimpse is None else glimpse.expansion
    successors = () if expansion is None else expansion.successors
    words = ""
    if not successors:
        is_goal = lab.board == lab.goal
        words = _NO_SUCCESSORS[is_goal] if expansion is not None else _NOT_EXPANDED
    side = max(_SUCCESSOR_UNITS, LEAST_BOARD / window.painter.scale)
    columns = [_successor(window, lab, each, side) for each in successors]
    columns += [Space(grow=1)] * (_USUAL_SUCCESSORS - len(columns)) if columns else []
    return Card(
        Text("Successors", size=15, strong=True, lines=1, height=20),
        Text(words, color="text_muted") if words else None,
        Grid(*columns, columns=max(_USUAL_SUCCESSORS, len(columns)), gap=6) if columns
        else Space(height=side + 18),
        gap=4, pad=(14, 8),
    )  # fmt: skip


def _successor(window: Window, lab: LabState, successor: Successor, side: float) -> Element:
    node, outcome = successor.node, successor.outcome
    words, color = OUTCOME_WORDS[outcome], "text" if is_followed(outcome) else "text_muted"
    if node.move is not None:
        words = f"{MOVE_ARROWS[node.move]} {words}"
    why = f" Here: {successor.why}." if successor.why else ""
    pieces = formula(node, lab.method)
    figures = " ".join(f"{piece.term}{piece.value:g}" for piece in pieces)
    return Column(
        mini(window, lab, node, ghost=not is_followed(outcome), height=side),
        Row(
            Space(grow=1),
            Icon(OUTCOME_ICONS[outcome], size=15,
                 color=outcome_color(window.painter.theme, outcome)),
            Text(words, size=15, smaller=(13,), strong=True, color=color, lines=1),
            Space(grow=1), gap=4,
        ),
        Text(figures, size=14, smaller=(12,), face=Face.FIGURES, color=color, align=0.5, lines=1),
        gap=1, key=("successor", node.move, node.board),
        tip=f"{sentence(OUTCOME_WORDS[outcome])}: {TERMS[outcome.value]}{why}",
    )  # fmt: skip
