"""The HTML of results in notebooks: boards, a sentence and a table."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from puzzler import humanize
from puzzler.board.html import figures, table
from puzzler.search.method import Method
from puzzler.search.report.checks import heuristic_lines
from puzzler.search.report.comparison import COLUMNS, Entry
from puzzler.search.report.texts import command_text
from puzzler.search.result import SearchResult

if TYPE_CHECKING:
    from puzzler.search.homework.heuristic_check import Report

SIDE = 140
"""Length of a board's longer side in pixels."""
_NOT_A_RESULT = ("method", "length", "quality")


def result_html(result: SearchResult) -> str:
    """Return start and goal as pictures, the guarantee, the moves and the statistics."""
    pictures = [("start", result.start.svg(size=SIDE)), ("goal", result.goal.svg(size=SIDE))]
    text = humanize.sentence(command_text(result)) + "."
    moves = "".join(move.letter for move in result.moves)
    entry = Entry(Method.of(result), (result,))
    rows = [
        (column.title, column.text(entry)) for column in COLUMNS if column.name not in _NOT_A_RESULT
    ]
    return (
        figures(pictures)
        + f"<p><b>{escape(entry.method.title)}</b>: {escape(text)}</p>"
        + (f'<p style="overflow-wrap:anywhere"><code>{moves}</code></p>' if moves else "")
        + table((), rows)
    )


def report_html(report: Report) -> str:
    """Return the verdicts of a checked heuristic, with boards that disprove them."""
    pictures, overestimate, jump = [], report.counterexample, report.inconsistency
    if overestimate is not None:
        words = f"h = {overestimate.h:g}, distance {overestimate.distance}"
        pictures.append((words, overestimate.board.svg(size=SIDE)))
    if jump is not None:
        words = f"h = {jump.h:g} before the move, {jump.h_after:g} after it"
        pictures.append((words, jump.board.svg(size=SIDE, arrows=[jump.move])))
    [(_, name), *lines] = heuristic_lines(report)
    return (
        f"<p><b>{escape(name)}</b></p>" + table((), lines) + (figures(pictures) if pictures else "")
    )
