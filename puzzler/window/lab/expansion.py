"""The state expanded last: its board, g, h and f, why it was selected, and its successors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from puzzler.board.board import Board
from puzzler.game.core.activity import BoardInput
from puzzler.game.lab.state import LabState
from puzzler.game.lab.terms import TERMS
from puzzler.humanize import sentence
from puzzler.search.heuristics.contributions import NOTHING
from puzzler.search.inspection.observation import Glimpse, Node, Successor
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.search.result import SearchResult
from puzzler.window.board.heuristic_parts import describe_shares, shares_part
from puzzler.window.board.mini import MiniBoard
from puzzler.window.common.board import BoardElement
from puzzler.window.core.window import Window
from puzzler.window.lab.words import (
    MIN_BOARD,
    MOVE_ARROWS,
    OUTCOME_COLORS,
    Piece,
    figures_of,
    formula,
    placeholder,
    reasons,
)
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.controls import Pressable
from puzzler.window.toolkit.element import Element, Options, Point, Touch
from puzzler.window.toolkit.frame import Frame
from puzzler.window.toolkit.labels import Icon, Text
from puzzler.window.toolkit.layout import Card, Column, Fit, Row, Space
from puzzler.window.toolkit.paint import Face
from puzzler.window.toolkit.wrapping import Grid

_VALUE_SIZES = (36, 29, 22, 18)
"""Type sizes of g, h and f; large enough to be read from the back of a classroom."""
_PARENT_UNITS, _SUCCESSOR_UNITS, _CAPTION_UNITS = 66, 66, 20
_PAD, _COMPACT_PAD = (16, 11), (12, 3)
_USUAL_SUCCESSORS = 3
"""Minimum number of columns: four moves except the move back to the parent."""
_AT_GOAL = "None, because this is the goal."
_POINTED = "cell of the inspected board"


class InspectedBoard(BoardElement):
    """The board being expanded; each tile shows its share of h.

    The mouse wheel steps through the search. Hovering over a tile explains its share.
    """

    min_units = 150

    def __init__(self, window: Window, lab: LabState) -> None:
        super().__init__(window, marks=(), ticked=())
        self.lab = lab

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        view, at, glimpse = self.window.view, ui.touch(frame.layer, self).at, self.lab.glimpse
        cell = None if at is None else view.geometry.cell_at(at)
        ui.choose(_POINTED, cell)
        if glimpse is None or self.lab.is_goal_shown or view.is_moving:
            return
        if glimpse.expansion is not None or not glimpse.expansions:
            part = shares_part(ui.painter, view.geometry, glimpse.breakdown, cell)
            frame.part(part.bounds, part.look, part.draw, part.key)

    def _follow(self, ui: Context, touch: Touch) -> None:
        super()._follow(ui, touch)
        self.window.view.cover = ""

    def press(self, ui: Context, at: Point) -> None:
        if self.window.session.activity.board_input is not BoardInput.NONE:
            super().press(ui, at)

    def wheel(self, ui: Context, lines: float, at: Point) -> bool:
        self.window.session.lab.current.step(round(lines))
        return True


def lab_board(
    window: Window, board: Board, *, ghost: bool = False, **options: Unpack[Options]
) -> MiniBoard:
    """Build a small board with the goal and the tile faces of the Lab."""
    return MiniBoard(board, window.shown.play.goal, window.view.skin, ghost=ghost, **options)


def expansion_card(window: Window, lab: LabState) -> Element:
    """Build the card with g, h and f of the state, the parts of h, and the reason for expanding."""
    glimpse, look = lab.glimpse, (lab.goal, window.view.skin)
    if glimpse is None or glimpse.expansion is None:
        text = Text(placeholder(lab), size=15, color="text_muted", align=0.5)
        high = 171 - 2 * (_PAD[1] - _pad(window)[1])
        return Card(Space(grow=1), text, Space(grow=1), pad=_pad(window), height=high)
    if lab.is_goal_shown and lab.moment is not None and lab.moment.result is not None:
        return window.ui.reuse(_goal_card, window, lab.moment.result, lab.method, *look)
    cell: int | None = window.ui.choice(_POINTED, None)
    return window.ui.reuse(_expansion_card, window, glimpse, lab.method, cell, *look)


def _expansion_card(
    window: Window, glimpse: Glimpse, method: Method, cell: int | None, *_: object
) -> Card:
    expansion, parts = glimpse.expansion, glimpse.breakdown
    assert expansion is not None, "there is no card without a state"
    total = "" if cell is None else describe_shares(parts, cell)
    if not total and parts.words != NOTHING:
        total = parts.words
    pieces = formula(expansion.node, method, expansion.threshold)
    lines, index, parent = reasons(glimpse, method), expansion.parent_index, None
    if expansion.parent is not None:
        parent = Pressable(
            _captioned(window, expansion.parent),
            lambda: window.session.lab.current.seek(index + 1) if index is not None else None,
            key="parent", tip=f"{TERMS['parent']} Click to go to its expansion.",
            accessible_name=f"Parent: {expansion.parent}",
        )  # fmt: skip
    tip = f"{'. '.join(lines)}.\n{TERMS['ties']}"
    return _card(window, pieces, sentence(total), parent, lines, tip)


def _goal_card(
    window: Window, result: SearchResult, method: Method, goal: Board, *_: object
) -> Card:
    length, last = len(result.moves), result.moves[-1]
    pieces = formula(Node(goal, last, length, 0, length), method)
    if len(result.improvements) or ALGORITHMS[method.algorithm].evaluation == "priority":
        pieces = pieces[:1]  # no single search has an f for the goal
    lines = ("The last state of the solution",
            f"Parent: blank moves {last.name.lower()} {MOVE_ARROWS[last]}")  # fmt: skip
    parent = _captioned(window, goal.apply(last.inverse))
    return _card(window, pieces, "Goal", parent, lines, is_goal=True)


def _card(
    window: Window,
    pieces: tuple[Piece, ...],
    line: str,
    parent: Element | None,
    lines: Sequence[str],
    tip: str = "",
    *,
    is_goal: bool = False,
) -> Card:
    """Build a card: the formula, ``line`` below it, and the parent's board with ``lines``."""
    first, *more = lines
    return Card(
        Fit(*(_figures(pieces, size) for size in _VALUE_SIZES), height=43),
        Text(line, size=16.5, smaller=(15, 13.5), lines=1, align=0.5, height=24, strong=is_goal,
             color="good" if is_goal else "text"),
        Row(
            parent,
            Column(
                Text(first, size=16, smaller=(15, 14), strong=True, lines=2),
                *(Text(text, size=15, smaller=(14, 13), color="text_muted", lines=1)
                  for text in more),
                gap=0, grow=1, tip=tip, key="rule",
            ),
            gap=14, height=max(_PARENT_UNITS, MIN_BOARD / window.painter.scale) + _CAPTION_UNITS,
        ),
        gap=4, pad=_pad(window),
    )  # fmt: skip


def _pad(window: Window) -> tuple[float, float]:
    """Return the margins of the cards, so that both fit into a window of 640x480."""
    return _COMPACT_PAD if window.is_compact else _PAD


def _captioned(window: Window, board: Board) -> Column:
    return Column(
        Text("Parent", size=12, color="text_muted", align=0.5, lines=1, height=17),
        lab_board(window, board, width=_PARENT_UNITS, height=_PARENT_UNITS),
        gap=1,
        reads_as=f"Parent: {board}",
    )


def _figures(pieces: tuple[Piece, ...], size: float) -> Row:
    """Build the formula g + h = f, with muted letters before the values."""
    compared = pieces[-1].term in ("threshold", "limit")
    decides = len(pieces) - (2 if compared else 1)
    shown = (
        Row(
            Text(f"{sign} {term}".strip(), size=size * 0.72, color="text_muted", lines=1),
            Text(f"{value:g}", size=size, face=Face.FIGURES, lines=1,
                 color="accent" if number == decides else "text"),
            gap=size * 0.24, tip=TERMS[term], key=("term", term, size),
        )
        for number, (sign, term, value) in enumerate(pieces)
    )  # fmt: skip
    text = " ".join(f"{sign} {term} {value:g}".strip() for sign, term, value in pieces)
    return Row(Space(grow=1), *shown, Space(grow=1), gap=size * 0.5, reads_as=text)


def successors_card(window: Window, lab: LabState) -> Element:
    """Build the card of the successors: boards with outcomes and figures."""
    expansion = None if lab.glimpse is None else lab.glimpse.expansion
    text = "No node expanded yet"
    if lab.is_goal_shown:
        text, expansion = _AT_GOAL, None
    elif expansion is not None:
        text = _AT_GOAL if lab.board == lab.goal else "None, because every move is pruned."
    successors = () if expansion is None else expansion.successors
    return window.ui.reuse(
        _successors_card, window, successors, text, lab.method, lab.goal, window.view.skin
    )


def _successors_card(
    window: Window, successors: tuple[Successor, ...], text: str, method: Method, *_: object
) -> Element:
    """Build the card. text: shown if there are no successors."""
    side = max(_SUCCESSOR_UNITS, MIN_BOARD / window.painter.scale)
    columns: list[Element] = [_successor(window, each, method, side) for each in successors]
    if columns:
        columns += [Space(grow=1) for _ in range(_USUAL_SUCCESSORS - len(columns))]
    return Card(
        Text("Successors", size=15, strong=True, lines=1, height=20),
        None if successors else Text(text, color="text_muted"),
        Grid(*columns, columns=len(columns), gap=6) if columns else Space(height=side + 18),
        gap=1 if window.is_compact else 4, pad=_COMPACT_PAD if window.is_compact else (14, 8),
    )  # fmt: skip


def _successor(window: Window, successor: Successor, method: Method, side: float) -> Column:
    node, outcome = successor.node, successor.outcome
    is_followed, icon = outcome in OUTCOME_COLORS, f"fate-{outcome.name.lower()}"
    color = "text" if is_followed else "text_muted"
    arrow = "" if node.move is None else f"{MOVE_ARROWS[node.move]} "
    why = f" Here: {successor.why}." if successor.why else ""
    values = figures_of(node, method)
    figures = (
        Text(between.join(f"{letter}{gap}{value:g}" for letter, value in values), size=size,
             face=Face.FIGURES, color=color, align=0.5, lines=1)
        for gap, between, size in ((" ", "  ", 14), ("", " ", 14), ("", " ", 12))
    )  # fmt: skip
    return Column(
        lab_board(window, node.board, ghost=not is_followed, height=side),
        Row(
            Space(grow=1),
            Icon(icon, size=15, color=OUTCOME_COLORS.get(outcome, "text_muted")),
            Text(f"{arrow}{outcome}", size=15, smaller=(13,), strong=True, color=color,
                 lines=1),
            Space(grow=1), gap=4,
        ),
        Fit(*figures),
        gap=1, key=("successor", node.move, node.board),
        tip=f"{sentence(outcome)}: {TERMS[outcome]}{why}",
        reads_as=", ".join((f"{arrow}{outcome}", str(node.board),
                            *(f"{letter} {value:g}" for letter, value in values))),
    )  # fmt: skip
