"""The Frontier tab: the next states in order of expansion, or the path of a depth-first search."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Unpack

from pygame import Rect, Surface

from puzzler.board.scenario import Problem
from puzzler.game.lab.prediction import PredictionKind
from puzzler.game.lab.state import LabState
from puzzler.game.lab.terms import TERMS
from puzzler.humanize import counted, short_count
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.observation import Glimpse, Node, rule_text
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS
from puzzler.window.core.window import Window
from puzzler.window.lab.expansion import lab_board
from puzzler.window.lab.predict import hidden_note
from puzzler.window.lab.words import MOVE_ARROWS, bound_name, figures_of
from puzzler.window.toolkit.cells import Cell, Cells, CellsOptions
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.histogram import Bin, Histogram
from puzzler.window.toolkit.labels import LEADING, Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.toolkit.paint import Face, Painter
from puzzler.window.toolkit.plot import Plot, PlotReading
from puzzler.window.toolkit.plot_chart import Axis, Kind, Level, PlotChart, PlotSeries

_MAX_PATH = 300
"""The chart shows at most this many states, the last of the path, so that bars stay visible."""
_CELL_UNITS = 21
"""Preferred side of a cell; cells of large boards are smaller."""
_MIN_UNITS, _MAX_UNITS = 64, 106
"""Minimum and maximum side of a board."""
_FIGURES_UNITS = 75
"""Minimum width of the figures to the right of the board."""
_PAD, _GAP = (9, 7), 10
_TYPE_UNITS, _SMALL_UNITS = 15, 12.5
_WORDS = "same f; generated earlier"
"""The text below a board that must not be cut."""


@dataclass(frozen=True, slots=True)
class NodeCard:
    """The content of a card."""

    node: Node
    rank: str
    """The node's place in the order, shown above the figures."""
    words: str = ""
    """The reason for the place, shown below the board."""
    is_lit: bool = False
    """Whether the card is highlighted."""


class NodeCards(Cells):
    """A grid of node cards. Only visible cards are built, so 10,000 cards are as fast as ten."""

    accessible_name = "States"
    MARGIN_UNITS = 0
    GAP_UNITS = 8
    min_rows = 1

    def __init__(
        self,
        window: Window,
        count: int,
        card: Callable[[int], NodeCard],
        method: Method,
        *,
        version: Hashable,
        has_words: bool = True,
        **options: Unpack[CellsOptions],
    ) -> None:
        """``card``: returns the card with an index. version: changes whenever cards change."""
        super().__init__(count, None, **options)
        self.window, self.card, self.method, self.has_words = window, card, method, has_words
        self.cell_look = version, window.view.skin

    def cell_text(self, index: int) -> str:
        card = self.card(index)
        figures = (f"{name} {_figure(value)}" for name, value in figures_of(card.node, self.method))
        return ", ".join(filter(None, (card.rank, str(card.node.board), *figures, card.words)))

    def columns(self, ui: Context, width: int) -> int:
        gap = ui.painter.space(self.GAP_UNITS)
        return max(1, (width + gap) // (ui.painter.px(self._sizes(ui.painter)[2]) + gap))

    def row_height(self, ui: Context) -> int:
        line = round(ui.painter.type_size(_SMALL_UNITS) * LEADING) if self.has_words else 0
        return ui.painter.px(self._sizes(ui.painter)[1] + 2 * _PAD[1]) + line

    def draw_cell(self, ui: Context, surface: Surface, cell: Cell) -> None:
        painter, theme, card = ui.painter, ui.painter.theme, self.card(cell.index)
        edge = theme.accent if card.is_lit or cell.is_marked else theme.panel_edge
        painter.box(surface, cell.rect, painter.px(9), theme.well, edge)
        # drawing an element tree for each card would take three times as long
        (side, height, _), (across, down) = self._sizes(painter), map(painter.px, _PAD)
        inner = cell.rect.inflate(-2 * across, -2 * down)
        board = Rect(*inner.topleft, painter.px(side), painter.px(height))
        lab_board(self.window, card.node.board).draw(surface, painter, board)
        left, top = board.right + painter.px(_GAP), inner.top
        small, size = map(painter.type_size, (_SMALL_UNITS, _TYPE_UNITS))
        muted = theme.text_muted
        lines = [(card.rank, Face.STRONG, small, theme.accent if card.is_lit else muted, 0)]
        figures = figures_of(card.node, self.method)
        for letter, value in figures:
            color = theme.text if letter == figures[-1][0] else muted
            lines.append((letter, Face.BODY, size, muted, 0))
            lines.append((_figure(value), Face.FIGURES, size, color, painter.px(_TYPE_UNITS)))
        for text, face, pixels, color, indent in lines:
            high = round(pixels * LEADING)
            place = Rect(left + indent, top, inner.right - left - indent, high)
            painter.write(surface, text, face, pixels, color, place)
            top += high if face is not Face.BODY else 0  # the figure is right of its letter
        if self.has_words:
            place = Rect(inner.left, max(top, board.bottom), inner.width, round(small * LEADING))
            painter.write(surface, card.words, Face.BODY, small, muted, place)

    def _sizes(self, painter: Painter) -> tuple[float, float, float]:
        """Return the board's side, the content's height and the card's width, in units."""
        goal, scale = self.window.shown.play.goal, painter.scale
        largest = max(goal.size)
        side: float = max(_MIN_UNITS, min(_MAX_UNITS, _CELL_UNITS * largest + 6))
        # numbers need at least 15 pixels per cell at any scale
        side = max(side, min((15 * largest + 6) / scale, 1.3 * _MAX_UNITS))
        lines = round(painter.type_size(_SMALL_UNITS) * LEADING)
        lines += 3 * round(painter.type_size(_TYPE_UNITS) * LEADING)
        height = max(side * goal.rows / largest, lines / scale)
        figures = max(_FIGURES_UNITS, 5 * painter.type_size(_TYPE_UNITS) / scale)
        width = side + _GAP + figures
        if self.has_words:
            words = painter.text_width(_WORDS, Face.BODY, painter.type_size(_SMALL_UNITS))
            width = max(width, words / scale)
        return side, height, width + 2 * _PAD[0]


_CHART_UNITS = 120
_SECONDS = 0.09
"""Minimum time between updates while the search runs, so that the boards can be read."""


class _Shown:
    """The state that the tab shows, which is updated less often than the board."""

    glimpse: Glimpse | None = None
    problem: Problem | None = None
    newest: Glimpse | None = None
    """The state that the board shows."""
    since = 0.0


def frontier(window: Window, lab: LabState) -> Element:
    """Build the tab: the next boards with the reasons for their order, and a histogram of f."""
    shown = window.ui.state("lab frontier", _Shown)
    if lab.question is not None and lab.question.kind is PredictionKind.NEXT:
        return hidden_note("frontier")
    # avoid updating in the same frame as the board, if possible
    late, changes = window.now - shown.since, shown.newest is not lab.glimpse
    is_other = shown.problem != lab.problem
    is_due = is_other or late >= _SECONDS * (1 + changes) or not lab.is_running
    shown.newest = lab.glimpse
    if shown.glimpse is not lab.glimpse and is_due:
        shown.glimpse, shown.problem, shown.since = lab.glimpse, lab.problem, window.now
    elif shown.glimpse is not lab.glimpse:
        window.ui.wake_in(max(0.0, _SECONDS - late))
    return window.ui.reuse(
        _frontier, window, shown.glimpse, lab.method, lab.problem, window.view.skin
    )


def _frontier(
    window: Window, glimpse: Glimpse, method: Method, problem: Problem, *_: object
) -> Element:
    run, nodes = (problem, method), glimpse.frontier
    is_alone = len(nodes) == 1 and glimpse.layer is None and not glimpse.histogram
    if glimpse.bound is not None or not nodes or (is_alone and glimpse.path):
        return _path(window, glimpse, method, run)
    is_known = bool(glimpse.rule)
    first = nodes[0] if glimpse.status is Status.RUNNING and is_known else None
    has_sides = any(each.node.side for each in nodes)

    def queue(title: str, note: str, side: int = 0) -> Column:
        """Build the cards of one side of the search; the next state to expand is highlighted."""
        entries = [each for each in nodes if each.node.side == side] if has_sides else nodes

        def card(index: int) -> NodeCard:
            entry = entries[index]
            rank = "next" if entry is first else f"{index + 1:,}"
            return NodeCard(entry.node, rank, entry.tie, entry is first)

        tip = f"{TERMS['frontier']} {TERMS['side']}" if has_sides else TERMS["frontier"]
        return Column(
            _head(title, note, tip),
            NodeCards(window, len(entries), card, method, version=(glimpse, side), grow=1,
                      content=("queue", run), empty="The frontier is empty",
                      key=("frontier", side)),
            gap=4, grow=1,
        )  # fmt: skip

    count, size = len(nodes), glimpse.frontier_size
    note = f"the first {count:,} of {size:,}" if count < size else counted(count, "state")
    if glimpse.layer is not None:
        note = f"layer {glimpse.layer:,}, {note}"
    if has_sides:
        sides = queue("From the start", ""), queue("From the goal", note, 1)
        return Column(
            Row(*sides, gap=16, stretch=True, grow=1),
            _f_chart(glimpse.histogram, "priority", "Frontier by priority, max(f, 2g)"),
        )
    head = "Frontier at the end" if first is None else "Next"
    if not is_known:
        head = "Generated, not expanded (newest first)"
    elif first is not None:
        head = f"{head}: {rule_text(glimpse.rule)}"
    evaluation = ALGORITHMS[method.algorithm].evaluation
    by = evaluation if evaluation in ("g", "h") else "f"
    chart = _f_chart(glimpse.histogram, by, f"Frontier by {by}") if glimpse.histogram else None
    return Column(queue(head, note), chart)


def _head(title: str, note: str, tip: str, note_tip: str = "") -> Row:
    return Row(
        Text(title, strong=True, lines=1, grow=1, priority=1, tip=tip,
             key=("frontier head", title)),
        Text(note, size=13, color="text_muted", align=1, lines=1, tip=note_tip,
             key=("frontier note", title)) if note else None,
        gap=10, height=24,
    )  # fmt: skip


def _path(window: Window, glimpse: Glimpse, method: Method, run: Hashable) -> Column:
    """Build the path from the start to the state expanded last, with the bound on it."""
    last, name, tips = len(glimpse.path) - 1, bound_name(method), list[str]()
    notes = [counted(last, "move")] if glimpse.path else []
    bounds = (name, name, glimpse.bound), ("next", f"next {name}", glimpse.next_bound)
    for word, term, value in bounds:
        if value is not None:
            notes.append(f"{word} {_figure(value)}")
            tips.append(TERMS[term])

    def card(index: int) -> NodeCard:
        node = glimpse.path[index]
        rank = "start" if node.move is None else f"{index:,} {MOVE_ARROWS[node.move]}"
        return NodeCard(node, rank, is_lit=index == last)

    empty = "Loading..." if glimpse.expansions else "No node expanded yet"
    return Column(
        _head("Path to the last expansion", ", ".join(notes), TERMS["path"], " ".join(tips)),
        NodeCards(window, last + 1, card, method, version=glimpse, at_end=True,
                  content=("path", run), empty=empty, has_words=False, key=("frontier", 0), grow=1),
        _path_chart(glimpse, method) if glimpse.path else None,
        gap=4,
    )  # fmt: skip


def _f_chart(counts: Sequence[tuple[float, int]], symbol: str, title: str) -> Histogram:
    """Build the histogram of the frontier. counts: (value, nodes). symbol: name of the value."""

    def read(bin_: Bin) -> str:
        values = _figure(bin_.low)
        if bin_.high != bin_.low:
            values += f" to {_figure(bin_.high)}"
        return f"{symbol} {values}: {counted(bin_.count, 'state')}"

    return Histogram(counts, _figure, read, title=title, key="lab histogram", height=_CHART_UNITS,
                     count_words=("{:,.0f}".format, short_count), optional=True,
                     priority=1)  # fmt: skip


def _path_chart(glimpse: Glimpse, method: Method) -> Plot:
    """Build a bar chart of g + h along the path, with lines at the current and the next bound."""
    first, name = max(0, len(glimpse.path) - _MAX_PATH), bound_name(method)
    nodes = glimpse.path[first:]
    places = range(len(nodes))
    letters = [letter for letter, _ in figures_of(nodes[0], method)]
    counts_g, has_h = letters != ["g", "h"], "h" in letters
    above = PlotSeries(x=places, y=[node.f for node in nodes], kind=Kind.BARS, color="accent",
                       name="f = g + h" if counts_g else "h")  # fmt: skip
    below = PlotSeries(x=places, y=[min(node.g, node.f) for node in nodes], kind=Kind.BARS,
                       color="bound", name="g")  # fmt: skip
    bounds = (name, glimpse.bound), (f"next {name}", glimpse.next_bound)
    levels = tuple(
        Level(value, f"{title} {_figure(value)}", is_dashed=title != name)
        for title, value in bounds
        if value is not None
    )

    def read_out(x: float) -> PlotReading:
        node = nodes[round(x)]
        moves = counted(first + round(x), "move")
        text = ", ".join(f"{letter} {_figure(value)}" for letter, value in figures_of(node, method))
        return PlotReading(x, f"after {moves}: {text}")

    series = (below, above) if counts_g else (above,)
    chart = PlotChart(series if has_h else (below,), levels=levels)
    ticks = tuple((float(at), f"{first + at:,}") for at in sorted({0, len(nodes) - 1}))
    return Plot(chart, x=Axis(ticks=ticks), version=glimpse, read_out=read_out, key="lab path",
                height=_CHART_UNITS, optional=True, priority=1)  # fmt: skip


def _figure(value: float) -> str:
    """Format a value with at most two decimals, like "31" or "46.5"."""
    return f"{value:,.0f}" if float(value).is_integer() else f"{value:,.2f}".rstrip("0")
