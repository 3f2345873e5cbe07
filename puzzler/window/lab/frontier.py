"""The frontier: what a search takes next, and why in that order; or the path that it is on."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Unpack

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.lab.inspecting import LabState
from puzzler.game.lab.prediction import Question, QuestionKind
from puzzler.game.watch.terms import TERMS
from puzzler.humanize import counted
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.values import FrontierNode, Glimpse, Node
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.lab.plots import f_chart, figure, path_chart
from puzzler.window.lab.words import MOVE_ARROWS
from puzzler.window.toolkit.cells import Cell, Cells
from puzzler.window.toolkit.element import Context, Element, Options, draw_tree
from puzzler.window.toolkit.labels import LEADING, Icon, Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.theme import mix
from puzzler.window.window import Window

_CELL_UNITS = 21
"""What a cell takes, where the board is not so large that it has to be smaller."""
_LEAST_UNITS, _MOST_UNITS = 64, 106
"""The side of a board."""
_FIGURES_UNITS = 75
"""What stands beside the board."""
_PAD, _GAP = (9, 7), 10
_TYPE_UNITS, _SMALL_UNITS = 15, 12.5
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
    """What is said about its place, below the board."""
    is_lit: bool = False
    """It is what the eye should find first."""
    mark: str = ""
    """An icon that tells right from wrong, at the upper right."""


class NodeCards(Cells):
    """Cards are asked for when they are seen, so that 10,000 cost no more than ten."""

    MARGIN_UNITS = 0
    GAP_UNITS = 8

    def __init__(  # noqa: PLR0913  each of them by its name
        self,
        count: int,
        card: Callable[[int], NodeCard],
        goal: Board,
        skin: Skin,
        *,
        version: Hashable,
        on_choose: Callable[[int], object] | None = None,
        content: Hashable = None,
        empty: str = "",
        at_end: bool = False,
        has_words: bool = True,
        fills: bool = False,
        **options: Unpack[Options],
    ) -> None:
        """Cards made by ``card`` from an index.

        version: another one whenever cards have changed. fills: few cards are made larger, as far
        as there is room for all of them.
        """
        super().__init__(
            count, on_choose, content=content, empty=empty, at_end=at_end, least_rows=1, **options
        )
        self.card, self.goal, self.skin, self.version = card, goal, skin, version
        self.has_words, self.fills = has_words, fills
        self._zoom = 1.0

    def arrange(self, ui: Context, rect: Rect) -> None:
        width = self._inner_width(ui, rect.width)
        for zoom in _ZOOMS if self.fills else (1.0,):
            self._zoom = zoom
            rows = -(-self.count // self.columns(ui, width))
            height = rows * self._step(ui) - ui.painter.space(self.GAP_UNITS)
            if height <= rect.height and ui.painter.px(self._sizes(ui.painter)[2]) <= width:
                break
        self.cell_look = self.version, self.skin, self._zoom
        super().arrange(ui, rect)

    def columns(self, ui: Context, width: int) -> int:
        gap = ui.painter.space(self.GAP_UNITS)
        return max(1, (width + gap) // (ui.painter.px(self._sizes(ui.painter)[2]) + gap))

    def row_height(self, ui: Context) -> int:
        words = round(ui.painter.type_size(_SMALL_UNITS) * LEADING) if self.has_words else 0
        return ui.painter.px(self._sizes(ui.painter)[1] + 2 * _PAD[1]) + words

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        painter, theme, card = ui.painter, ui.painter.theme, self.card(cell.index)
        fill = mix(theme.well, theme.control, 0.6) if cell.is_over else theme.well
        edge = theme.accent if card.is_lit or cell.is_marked else theme.panel_edge
        painter.box(surface, cell.rect, painter.px(9), fill, edge)
        draw_tree(surface, ui, self._content(painter, card), cell.rect)

    def _content(self, painter: Painter, card: NodeCard) -> Element:
        """The board, and beside it the rank and the figures, the last of them strong."""
        side, height, _ = self._sizes(painter)
        small, size = _SMALL_UNITS * self._zoom, _TYPE_UNITS * self._zoom
        color = "accent" if card.is_lit else "text_muted"
        mark = card.mark and Icon(
            card.mark, size=small * 1.3, color="good" if card.mark == "check" else "accent"
        )
        head = Row(
            Text(card.rank, size=small, color=color, strong=True, lines=1, grow=1), mark or None
        )
        captions, values = zip(*card.figures, strict=True)
        return Column(
            Row(
                MiniBoard(card.board, self.goal, self.skin, width=side, height=height),
                Column(
                    head if card.rank or card.mark else None,
                    Row(
                        Text("\n".join(captions), size=size, color="text_muted", width=size),
                        Column(
                            Text("\n".join(values[:-1]), size=size, face=Face.FIGURES,
                                 color="text_muted"),
                            Text(values[-1], size=size, face=Face.FIGURES, lines=1),
                            gap=0, grow=1,
                        ),
                        gap=0,
                    ),
                    gap=0, grow=1, width=0,
                ),
                gap=_GAP,
            ),
            Text(card.words, size=_SMALL_UNITS, color="text_muted", lines=1)
            if self.has_words and card.words else None,
            pad=_PAD, gap=0,
        )  # fmt: skip

    def _sizes(self, painter: Painter) -> tuple[float, float, float]:
        """The side of the board, the height beside it, and the width of a card, in units."""
        largest, zoom, scale = max(self.goal.size), self._zoom, painter.scale
        side = zoom * max(_LEAST_UNITS, min(_MOST_UNITS, _CELL_UNITS * largest + 6))
        # numbers are readable from 15 pixels a cell on, whatever the scale
        side = max(side, min((15 * largest + 6) / scale, 1.3 * _MOST_UNITS))
        lines = round(painter.type_size(_SMALL_UNITS * zoom) * LEADING)
        lines += 3 * round(painter.type_size(_TYPE_UNITS * zoom) * LEADING)
        height = max(side * self.goal.rows / largest, lines / scale)
        figures = max(_FIGURES_UNITS * zoom, 5 * painter.type_size(_TYPE_UNITS * zoom) / scale)
        return side, height, side + _GAP + figures + 2 * _PAD[0]


_CHART_UNITS = 120
_RANK = "rank: f or 2 g, whichever is larger"
"""What a search from both ends goes by."""
_SECONDS = 0.09
"""While the search runs boards change at most this often: faster cannot be read."""


class _Shown:
    """The moment that is shown; while the search runs it lags behind the board."""

    glimpse: Glimpse | None = None
    since = 0.0


def frontier(window: Window, lab: LabState) -> Element:
    """The boards that are taken next, with what decides, and how many there are of each f."""
    question, shown = lab.question, window.ui.state("lab frontier", _Shown)
    if question is None and lab.verdict is not None:
        question = lab.verdict.question
    if question is not None and question.kind is QuestionKind.NEXT:
        return _choices(window, lab, question)
    # in a frame in which the board changes this does not, if it can
    is_due = window.now - shown.since >= _SECONDS or not lab.is_running
    if shown.glimpse is None or (shown.glimpse is not lab.glimpse and is_due):
        shown.glimpse, shown.since = lab.glimpse, window.now
    return window.ui.reuse(
        _frontier, shown.glimpse, lab.goal, window.view.skin, (lab.problem, lab.method)
    )


def _frontier(glimpse: Glimpse, goal: Board, skin: Skin, run: Hashable) -> Element:
    has_sides = any(waiting.node.side for waiting in glimpse.frontier)
    is_alone = len(glimpse.frontier) == 1 and glimpse.layer is None and not glimpse.histogram
    if glimpse.bound is not None or not glimpse.frontier or (is_alone and glimpse.path):
        return _path(glimpse, goal, skin, run)
    first = glimpse.frontier[0] if glimpse.status is Status.RUNNING else None

    def waiting(nodes: Sequence[FrontierNode], words: str, note: str, side: int = 0) -> Column:
        """Those in one order; the one that is taken next of all is lit."""

        def card(index: int) -> NodeCard:
            one = nodes[index]
            rank = "next" if one is first else f"{index + 1:,}"
            return NodeCard(one.node.board, rank, _figures(one.node), one.tie, one is first)

        tip = f"{TERMS['frontier']} {TERMS['side']}" if has_sides else TERMS["frontier"]
        return Column(
            _head(words, note, tip),
            NodeCards(len(nodes), card, goal, skin, version=(glimpse, side), grow=1,
                      content=("queue", run), empty="Nothing waits here", key=("frontier", side)),
            gap=4, grow=1,
        )  # fmt: skip

    count, size = len(glimpse.frontier), glimpse.frontier_size
    note = f"the first {count:,} of {size:,}" if count < size else counted(count, "state")
    if glimpse.layer is not None:
        note = f"layer {glimpse.layer:,}, {note}"
    if has_sides:
        start, end = ([w for w in glimpse.frontier if w.node.side == side] for side in range(2))
        sides = waiting(start, "From the start", ""), waiting(end, "From the goal", note, 1)
        return Column(
            Row(*sides, gap=16, stretch=True, grow=1),
            f_chart(glimpse.histogram, "rank", f"All of them by {_RANK}", _CHART_UNITS),
        )
    head = "Left over" if first is None else "Next"
    head = f"{head}: {glimpse.rule.words}" if glimpse.rule.words else head
    return Column(
        waiting(glimpse.frontier, head, note),
        f_chart(glimpse.histogram, "f", "All of them by f", _CHART_UNITS)
        if glimpse.histogram else None,
    )  # fmt: skip


def _figures(node: Node) -> tuple[tuple[str, str], ...]:
    return ("g", f"{node.g:,}"), ("h", f"{node.h:,}"), ("f", figure(node.f))


def _head(words: str, note: str, tip: str, note_tip: str = "") -> Row:
    return Row(
        Text(words, strong=True, lines=1, grow=1, priority=1, tip=tip,
             key=("frontier head", words)),
        Text(note, size=13, color="text_muted", align=1, lines=1, tip=note_tip,
             key=("frontier note", words)) if note else None,
        gap=10, height=24,
    )  # fmt: skip


def _path(glimpse: Glimpse, goal: Board, skin: Skin, run: Hashable) -> Column:
    """From the start to the state expanded last, and the bound that it must keep."""
    last = len(glimpse.path) - 1
    notes = [counted(last, "move")] if glimpse.path else []
    if glimpse.bound is not None:
        notes.append(f"bound {figure(glimpse.bound)}")
    if glimpse.next_bound is not None:
        notes.append(f"next {figure(glimpse.next_bound)}")

    def card(index: int) -> NodeCard:
        node = glimpse.path[index]
        rank = "start" if node.move is None else f"{index:,} {MOVE_ARROWS[node.move]}"
        return NodeCard(node.board, rank, _figures(node), is_lit=index == last)

    empty = "One moment ..." if glimpse.expansions else "Nothing is expanded yet"
    bounds = f"{TERMS['bound']} {TERMS['next bound']}" if glimpse.bound is not None else ""
    return Column(
        _head("Path to the state expanded last", ", ".join(notes), TERMS["path"], bounds),
        NodeCards(last + 1, card, goal, skin, version=glimpse, at_end=True, content=("path", run),
                  empty=empty, has_words=False, key=("frontier", 0), grow=1),
        path_chart(glimpse, _CHART_UNITS) if glimpse.path else None,
        gap=4,
    )  # fmt: skip


def _choices(window: Window, lab: LabState, question: Question) -> Column:
    """The boards that may be next, in an order that tells nothing; then which one it was."""
    verdict = lab.verdict

    def card(index: int) -> NodeCard:
        node = question.choices[index].node
        assert node is not None, "the question is which board is next"
        if verdict is None:
            return NodeCard(node.board, "", _figures(node))
        is_right, is_chosen = index == question.right, index == verdict.chosen
        rank = "next" if is_right else "yours" if is_chosen else ""
        mark = "check" if is_right else "close" if is_chosen else ""
        return NodeCard(node.board, rank, _figures(node), "", is_right, mark)

    return Column(
        _head(question.words if verdict is None else verdict.words,
              "click a board" if verdict is None else "", ""),
        NodeCards(len(question.choices), card, lab.goal, window.view.skin,
                  version=(question, verdict), content=question, has_words=False, fills=True,
                  on_choose=window.session.lab.current.answer if verdict is None else None,
                  key=("frontier", 0), grow=1),
        gap=4,
    )  # fmt: skip
