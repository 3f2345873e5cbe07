"""The pseudocode beside the search: the line that decided is lit, and each bears its count."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import partial
from typing import NamedTuple, Unpack

from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.game.lab.inspecting import LabState
from puzzler.game.watch.terms import TERMS
from puzzler.search.inspection.values import CodeStep, Node, Trace
from puzzler.search.method import Method
from puzzler.window.board.mini import MiniBoard
from puzzler.window.board.tiles import Skin
from puzzler.window.lab.words import formula
from puzzler.window.toolkit.element import Context, Element, Frame, Options, Range, exactly
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Responsive, Row, Space, Wrap
from puzzler.window.toolkit.paint import SMALLEST_TYPE, Face, Painter
from puzzler.window.toolkit.scroll import Scroll
from puzzler.window.window import Window

NONE = "The search is at work on a part that has no pseudocode of its own."
_COUNTS_TIP = "How often each line has run, where the figures of the search tell it."
_TYPE_UNITS, _LEADING, _INDENT = 18, 1.4, 1.7
"""The largest letters, the height of a line and the depth of a level in sizes of its letters."""
_LEVEL = 4
"""Spaces of a level in the text."""
_LEAST_GUTTER = "000,000"
_MARGIN_UNITS = 6
"""Right of the longest line."""
_SIDE_UNITS, _LEAST_SIDE_UNITS, _SHARE = 200, 150, 0.34
"""The width of the variables beside the lines: at the most, at the least, and of the width."""
_LEAST_HIGH_UNITS = 210
"""In less height they are below the lines."""
_BOARD_UNITS, _LEAST_BOARD_UNITS = 92, 46


def code(window: Window, lab: LabState) -> Element:
    """The lines of the algorithm, and the variables after the step that is shown."""
    trace = None if lab.glimpse is None else lab.glimpse.trace
    if trace is None:
        return Column(Text(NONE, color="text_muted"))
    return window.ui.reuse(
        _panel,
        trace,
        _where(lab),
        lab.code_step,
        lab.code_range,
        lab.method,
        lab.goal,
        window.view.skin,
    )


def _where(lab: LabState) -> str:
    if lab.is_goal_shown:
        return "After the last expansion"
    return f"Expansion {lab.expansions:,}" if lab.expansions else "Before the first expansion"


def _panel(
    trace: Trace,
    where: str,
    number: int,
    among: tuple[int, int],
    method: Method,
    goal: Board,
    skin: Skin,
) -> Element:
    step, (first, last) = trace.steps[number] if trace.steps else None, among
    place = f"Step {number - first + 1} of {last - first + 1}" if step else ""

    def build(ui: Context, width: int, height: int) -> Element:
        lines, painter = CodeLines(trace, step, number), ui.painter
        scrolled, left = _Scroll(lines, (where, number)), width - lines.wanted(painter)
        side = max(left, min(painter.px(_SIDE_UNITS), round(width * _SHARE))) / painter.scale
        high = height / painter.scale
        if step is None:
            return scrolled
        if left < painter.px(_LEAST_SIDE_UNITS) or high < _LEAST_HIGH_UNITS:
            scrolled.fixed_width = None
            return Column(scrolled, _variables_below(step, method), gap=8)
        side = min(side, _SIDE_UNITS)
        return Row(scrolled, _variables(step, method, goal, skin, side, high),
                   stretch=True, gap=12)  # fmt: skip

    return Column(
        Row(
            Text(where, strong=True, lines=1, width=0, grow=1),
            Text(place, color="text_muted", lines=1),
        ),
        Responsive(build, grow=1),
        gap=10,
    )


# ---- The lines ------------------------------------------------------------------------------


class CodeLines(Element):
    """Every line with its count before it, in letters as large as the room allows."""

    def __init__(
        self, trace: Trace, step: CodeStep | None, number: int, **options: Unpack[Options]
    ) -> None:
        options.setdefault("tip", _COUNTS_TIP)
        options.setdefault("key", "code lines")
        options.setdefault("grow", 1)
        super().__init__(**options)
        self.lines: Sequence[tuple[str, str]] = tuple(trace.code.lines.items())
        self.lit = None if step is None else step.line
        counts = trace.counts_at(number) if step else trace.counts
        self.runs = {line: f"{count:,}" for line, count in counts.items()}
        self.widest = max(_LEAST_GUTTER, *self.runs.values(), key=len)

    def wanted(self, painter: Painter) -> int:
        """The width without which lines are cut, in pixels."""
        return self._wide(painter, SMALLEST_TYPE)

    def measure_height(self, ui: Context, width: int) -> Range:
        return exactly(len(self.lines) * self._high(SMALLEST_TYPE))

    def place_of(self, ui: Context, name: str | None) -> Rect:
        """Where the line of that name is."""
        names = [line for line, _ in self.lines]
        high = self._high(self._type(ui.painter))
        at = names.index(name) if name in names else 0
        return Rect(self.rect.left, self.rect.top + at * high, self.rect.width, high)

    def emit(self, ui: Context, frame: Frame) -> None:
        super().emit(ui, frame)
        painter = ui.painter
        size = self._type(painter)
        for name, words in self.lines:
            rect, gutter = self.place_of(ui, name), self._gutter(painter, size)
            line = _Line(words, self.runs.get(name, ""), size, gutter, name == self.lit)
            draw = partial(_draw_line, painter=painter, rect=rect, line=line)
            frame.part(rect, (line, rect.size), draw, ("code line", name))

    def _gutter(self, painter: Painter, size: int) -> int:
        digits = "".join("0" if sign.isdigit() else sign for sign in self.widest)
        return painter.text_width(digits, Face.FIGURES, size)

    @staticmethod
    def _high(size: int) -> int:
        return round(size * _LEADING)

    def _wide(self, painter: Painter, size: int) -> int:
        longest = max(
            _indent(words, size) + painter.text_width(words.strip(), Face.STRONG, size)
            for _, words in self.lines
        )
        return self._gutter(painter, size) + size + longest + painter.px(_MARGIN_UNITS)

    def _type(self, painter: Painter) -> int:
        """The size of the letters, in pixels."""
        size = painter.type_size(_TYPE_UNITS)
        while size > SMALLEST_TYPE and (
            self._wide(painter, size) > self.rect.width
            or self._high(size) * len(self.lines) > self.rect.height
        ):
            size -= 1
        return size


class _Line(NamedTuple):
    words: str
    runs: str
    size: int
    gutter: int
    is_lit: bool


def _draw_line(surface: Surface, painter: Painter, rect: Rect, line: _Line) -> None:
    """A lit line lies on a bar with an edge, and its words are strong."""
    theme, size, gutter = painter.theme, line.size, line.gutter
    if line.is_lit:
        painter.box(surface, rect, painter.px(5), theme.control, theme.accent)
    face = Face.STRONG if line.is_lit else Face.BODY
    color = theme.accent if line.is_lit else theme.text_muted
    count = Rect(rect.left, rect.top, gutter, rect.height)
    painter.write(surface, line.runs, Face.FIGURES, size, color, count, align=1.0)
    left = rect.left + gutter + size + _indent(line.words, size)
    place = Rect(left, rect.top, rect.right - left, rect.height)
    painter.write(surface, line.words.strip(), face, size, theme.text, place)


def _indent(words: str, size: int) -> int:
    return round((len(words) - len(words.lstrip())) / _LEVEL * _INDENT * size)


class _Scroll(Scroll):
    """The lit line of a new step is brought into sight."""

    def __init__(self, lines: CodeLines, step: Hashable) -> None:
        super().__init__(lines, key="lab code", grow=1, width=0)
        self.lines, self.step = lines, step

    def arrange(self, ui: Context, rect: Rect) -> None:
        super().arrange(ui, rect)
        seen = ui.state("lab code lit", _Seen)
        if seen.step != self.step and self.lines.lit is not None:
            seen.step, scrolled = self.step, self.scrolled(ui)
            lit = self.lines.place_of(ui, self.lines.lit).move(0, scrolled.offset - rect.top)
            scrolled.reveal(lit.top, lit.bottom)
            scrolled.offset += -scrolled.offset % lit.height  # whole lines
            super().arrange(ui, rect)


class _Seen:
    step: Hashable = None


# ---- The variables --------------------------------------------------------------------------


def _variables(
    step: CodeStep, method: Method, goal: Board, skin: Skin, width: float, height: float
) -> Element:
    """N and s as boards with their figures, and the others as numbers."""
    rows = [
        Row(
            Text(name, color="text_muted", lines=1, width=0, grow=1, key=("variable", name),
                 tip=TERMS.get(name, "")),
            Text(_number(value), face=Face.FIGURES, lines=1),
        )
        for name, value in step.values
    ]  # fmt: skip
    side = max(_LEAST_BOARD_UNITS, min(_BOARD_UNITS, (height - 24 * len(rows) - 40) / 2))
    nodes = [("n", step.node), ("s", step.successor)]
    return Column(
        *(_node(name, node, method, goal, skin, side) for name, node in nodes),
        *rows,
        gap=6, width=width,
    )  # fmt: skip


def _variables_below(step: CodeStep, method: Method) -> Element:
    """All of them on one line, or two."""
    said = []
    for name, node in (("n", step.node), ("s", step.successor)):
        if node is not None:
            figures = " ".join(f"{piece.term}{piece.value:g}" for piece in formula(node, method))
            said.append((name, figures))
    said += [(name, _number(value)) for name, value in step.values]
    return Wrap(
        *(
            Row(Text(name, size=14, color="text_muted", lines=1),
                Text(value, size=14, face=Face.FIGURES, lines=1), gap=6)
            for name, value in said
        ),
        gap=16, line_gap=0,
    )  # fmt: skip


def _number(value: float) -> str:
    return "\N{INFINITY}" if math.isinf(value) else f"{value:,g}"


def _node(
    name: str, node: Node | None, method: Method, goal: Board, skin: Skin, side: float
) -> Element:
    """A variable that is a state; where it has none now, its place is kept."""
    title = Text(name, size=17, strong=True, lines=1, width=16,
                 color="text" if node else "text_disabled")  # fmt: skip
    if node is None:
        return Row(title, Space(height=side), gap=8)
    figures = [
        Text(f"{piece.term} {piece.value:g}", size=15, face=Face.FIGURES, lines=1)
        for piece in formula(node, method)
    ]
    board = MiniBoard(node.board, goal, skin, width=side, height=side)
    return Row(title, board, Column(*figures, gap=0, width=0, grow=1), gap=8, height=side)
