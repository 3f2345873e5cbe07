"""The Code tab: the pseudocode with the current line highlighted, run counts and variables."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from functools import partial

from puzzler.game.lab.state import LabState
from puzzler.game.lab.terms import TERMS
from puzzler.search.inspection.observation import CodeStep, Node, Trace
from puzzler.search.method import Method
from puzzler.window.core.window import Window
from puzzler.window.lab.expansion import lab_board
from puzzler.window.lab.words import formula
from puzzler.window.toolkit.context import Context
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Canvas, Text
from puzzler.window.toolkit.layout import Column, Responsive, Row, Space, Stack
from puzzler.window.toolkit.paint import SMALLEST_TYPE, Face, Painter
from puzzler.window.toolkit.scroll import Scrolled, TextScroll
from puzzler.window.toolkit.wrapping import Wrap

NONE = "The search is executing a part that is not in the pseudocode."
_AFTER_LINE, _AT_LINE = "After this line", "At this line"
_SCROLL = "lab code"
_TYPE_UNITS, _LEADING, _INDENT = 18, 1.4, 1.7
"""Largest type size; line height and indentation per level, both as multiples of the size."""
_HEADING_UNITS = 16
_SIDE_UNITS, _MIN_SIDE_UNITS, _SHARE = 200, 150, 0.34
"""Width of the variables to the right: maximum, minimum, and share of the panel's width."""
_MAX_SIDE_UNITS = 340
"""The maximum for the variables of a file."""
_MIN_HEIGHT_UNITS = 210
"""Panels below this height show the variables below the code."""
_BELOW_SHARE = 0.4
"""Limit on the height of the variables below the code, as a share of the panel's height."""
_BOARD_UNITS, _MIN_BOARD_UNITS = 92, 46
_IN_BOARD = re.compile(r"(?<=[0-9]) (?=[0-9])")
"""A space between the tiles of a board, which is not wrapped."""


def code(window: Window, lab: LabState) -> Element:
    """Build the tab: the pseudocode of the algorithm and the variables after the shown step."""
    trace = None if lab.glimpse is None else lab.glimpse.trace
    if trace is None:
        return Column(Text(NONE, color="text_muted"))
    heading = f"Expansion {lab.expansions:,}" if lab.expansions else "Before the first expansion"
    if lab.is_goal_shown:
        heading = "After the last expansion"
    number, (first, last) = lab.code_step, lab.code_range
    place = f"Step {number - first + 1} of {last - first + 1}" if last > first else ""
    return Column(
        Row(Text(heading, strong=True, lines=1, width=0, grow=1),
            Text(place, color="text_muted", lines=1)),
        window.ui.reuse(
            _panel, window, trace, number, lab.method, heading, lab.goal, window.view.skin
        ),
        gap=10,
    )  # fmt: skip


def _panel(window: Window, trace: Trace, number: int, method: Method, *_: object) -> Element:
    step = trace.steps[number] if trace.steps else None
    counts = trace.counts if step is None else trace.counts_at(number)
    runs = {line: f"{counts[line]:,}" if line in counts else "" for line in trace.code.lines}
    lit = None if step is None else step.line
    scrolled = Responsive(partial(_lines, trace.code.lines, runs, lit), grow=1, width=0)

    def build(ui: Context, width: int, height: int) -> Element:
        painter, high = ui.painter, height / ui.painter.scale
        left = width - _width(painter, trace.code.lines, runs, SMALLEST_TYPE)
        if step is None:
            return scrolled
        if left < painter.px(_MIN_SIDE_UNITS) or high < _MIN_HEIGHT_UNITS:
            scrolled.fixed_width = None
            below = _variables_below(step, method)
            low = min(_BELOW_SHARE * height, below.heights(ui, width).preferred)
            variables = TextScroll(below, key="lab variables", height=low / painter.scale)
            return Column(scrolled, variables, gap=8)
        side = min(_SIDE_UNITS, max(left, round(width * _SHARE)) / painter.scale)
        if step.variables:
            wanted = width - _width(painter, trace.code.lines, runs, painter.type_size(_TYPE_UNITS))
            side = max(_SIDE_UNITS, wanted / painter.scale)
            side = min(side, _MAX_SIDE_UNITS, left / painter.scale)
        return Row(scrolled, _variables(window, step, method, side, high), stretch=True, gap=12)

    return Responsive(build, grow=1)


def _lines(
    lines: Mapping[str, str],
    runs: Mapping[str, str],
    lit: str | None,
    ui: Context,
    width: int,
    height: int,
) -> Element:
    """Build the lines in the largest type that fits. runs: counts by name. lit: current line."""
    painter, size, is_file = ui.painter, ui.painter.type_size(_TYPE_UNITS), _is_file(lines)
    height -= painter.px(_HEADING_UNITS)
    while size > SMALLEST_TYPE and (
        _width(painter, lines, runs, size) > width
        or (not is_file and round(size * _LEADING) * len(lines) > height)
    ):
        size -= 1
    high, units = round(size * _LEADING), size / painter.scale
    gutter, numbers = (pixels / painter.scale for pixels in _margins(painter, lines, runs, size))
    scrolled = ui.state(("scroll", _SCROLL), Scrolled)
    scrolled.fit(height, high * len(lines))
    if lit is not None:
        top = high * list(lines).index(lit)
        scrolled.reveal(top, top + high)
        scrolled.offset += -scrolled.offset % high  # whole lines
    rows = (
        Stack(
            Canvas("lit", lambda surface, painter, rect: painter.box(
                surface, rect, painter.px(5), painter.theme.control, painter.theme.accent
            )) if name == lit else None,
            Row(
                Text(runs[name], size=units, face=Face.CODE, align=1, lines=1, width=gutter,
                     color="accent" if name == lit else "text_muted"),
                Text(name, size=units, face=Face.CODE, align=1, lines=1, color="text_muted",
                     width=numbers) if is_file else None,
                Space(width=units + _indent(painter, text, size, is_file) / painter.scale),
                Text(text.strip(), size=units, face=Face.CODE if is_file else Face.BODY,
                     strong=name == lit and not is_file, lines=1, width=0, grow=1),
                gap=0,
            ),
            height=high / painter.scale, key=("code line", name),
            reads_as=_accessible_line(text.strip(), runs[name], name == lit),
        )
        for name, text in lines.items()
    )  # fmt: skip
    heading = Text("runs", size=12, color="text_muted", lines=1, align=1, width=gutter)
    return Column(
        Row(heading, height=_HEADING_UNITS, key="code runs",
            tip="The number of executions of each line, if it is recorded"),
        TextScroll(Column(*rows, gap=0, key="code lines"), key=_SCROLL, grow=1),
        gap=0,
    )  # fmt: skip


def _accessible_line(text: str, runs: str, is_lit: bool) -> str:
    """Return a line for screen readers, like "put s into frontier, 4 times, this step"."""
    times = f", {runs} time{'' if runs == '1' else 's'}" if runs else ""
    return f"{text}{times}{', this step' if is_lit else ''}"


def _is_file(lines: Mapping[str, str]) -> bool:
    """Return whether the lines are those of a file, whose names are their numbers."""
    return next(iter(lines), "").isdigit()


def _width(painter: Painter, lines: Mapping[str, str], runs: Mapping[str, str], size: int) -> int:
    """Return the width in pixels of the longest line, measured in the wider highlighted type."""
    is_file = _is_file(lines)
    face = Face.CODE if is_file else Face.STRONG
    longest = max(
        _indent(painter, text, size, is_file) + painter.text_width(text.strip(), face, size)
        for text in lines.values()
    )
    left = sum(_margins(painter, lines, runs, size))
    return left + size + longest + painter.px(6)


def _margins(
    painter: Painter, lines: Mapping[str, str], runs: Mapping[str, str], size: int
) -> tuple[int, int]:
    """Return the widths of the counts and of the line numbers of a file, which may be 0."""
    counts, numbers = max("000,000", *runs.values(), key=len), f"  {len(lines)}"
    width = painter.text_width(numbers, Face.CODE, size) if _is_file(lines) else 0
    return painter.text_width(counts, Face.CODE, size), width


def _indent(painter: Painter, text: str, size: int, is_file: bool) -> int:
    spaces = len(text) - len(text.lstrip())
    if is_file:
        return painter.text_width(" " * spaces, Face.CODE, size)
    return round(spaces / 4 * _INDENT * size)  # four spaces per level


def _nodes(step: CodeStep) -> tuple[tuple[str, Node | None], ...]:
    """Return the variables that are nodes. A line of a file has only the expanded state."""
    if step.line.isdigit():
        return (("state", step.node),)
    return ("n", step.node), ("s", step.successor)


def _variables(
    window: Window, step: CodeStep, method: Method, width: float, height: float
) -> Element:
    """Build the column of variables: n and s as boards with figures, the others as numbers."""
    if step.variables:
        texts = (
            Column(
                Text(name, size=14, color="text_muted", lines=1),
                Text(text, size=14, face=Face.CODE, lines=max(4, text.count("\n") + 1)),
                gap=0, key=("variable", name), reads_as=f"{name}: {text}",
            )
            for name, text in ((name, _unwrapped(value)) for name, value in step.variables)
        )  # fmt: skip
        return Column(Text(_AT_LINE, size=13, color="text_muted", lines=1),
                      TextScroll(Column(*texts, gap=6), key="lab variables", grow=1),
                      gap=6, width=width)  # fmt: skip
    side = max(_MIN_BOARD_UNITS, min(_BOARD_UNITS, (height - 24 * len(step.values) - 64) / 2))
    return Column(
        Text(_AFTER_LINE, size=13, color="text_muted", lines=1),
        *(_node(window, name, node, method, side) for name, node in _nodes(step)),
        *(
            Row(
                Text(name, color="text_muted", lines=1, width=0, grow=1, key=("variable", name),
                     tip=TERMS.get(name, "")),
                Text(_number(value), face=Face.FIGURES, lines=1),
                reads_as=f"{name} {_number(value)}",
            )
            for name, value in step.values
        ),
        gap=6, width=width,
    )  # fmt: skip


def _unwrapped(value: str) -> str:
    """Return the value of a variable in which no board is wrapped."""
    if "\n" in value:
        return value.replace(" ", "\N{NO-BREAK SPACE}")
    return _IN_BOARD.sub("\N{NO-BREAK SPACE}", value)


def _variables_below(step: CodeStep, method: Method) -> Element:
    """Build the variables as one or two lines of text, without boards."""
    title = _AT_LINE if step.variables else _AFTER_LINE
    variables = [
        (name, "/".join(" ".join(row.split()) for row in text.split("\n")))
        for name, text in step.variables
    ] or [
        (name, " ".join(f"{piece.term}{piece.value:g}" for piece in formula(node, method)))
        for name, node in _nodes(step)
        if node is not None
    ]
    variables += [(name, _number(value)) for name, value in step.values]
    return Wrap(
        Text(f"{title}:", size=14, color="text_muted", lines=1),
        *(
            Row(Text(name, size=14, color="text_muted", lines=1),
                Text(value, size=14, face=Face.FIGURES, lines=1), gap=6,
                reads_as=f"{name} {value}")
            for name, value in variables
        ),
        gap=16, line_gap=0,
    )  # fmt: skip


def _number(value: float) -> str:
    return "\N{INFINITY}" if math.isinf(value) else f"{value:,g}"


def _node(window: Window, name: str, node: Node | None, method: Method, side: float) -> Element:
    """Build a row for a variable that is a state; it has the same height without a node."""
    figures = [
        Text(f"{piece.term} {piece.value:g}", size=15, face=Face.FIGURES, lines=1)
        for piece in (formula(node, method) if node else ())
    ]
    return Row(
        Text(name, size=17, strong=True, lines=1, width=16 if len(name) == 1 else 44,
             color="text" if node else "text_disabled"),
        lab_board(window, node.board, width=side, height=side) if node else None,
        Column(*figures, gap=0, width=0, grow=1),
        gap=8, height=side,
        reads_as=", ".join([f"{name}: {node.board}", *(text.text for text in figures)]
                           if node else []),
    )  # fmt: skip
