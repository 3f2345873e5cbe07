"""Lessons as one HTML page to print, with or without answers. The page needs no other file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from itertools import groupby

from puzzler.board.board import Board
from puzzler.board.html import Html, table
from puzzler.game.lessons.asking import ShownQuestion, fill_question
from puzzler.game.lessons.figures import TrialResults, compare, compared_trials, quoted_figure
from puzzler.game.lessons.lesson import (
    AnswerKind,
    Block,
    Lesson,
    LessonPanel,
    LessonStep,
    Span,
    Style,
    parse,
)
from puzzler.humanize import counted, sentence
from puzzler.search.inspection.observation import Node
from puzzler.search.report.comparison import COLUMNS, named

_CELL = 24
"""Size of a cell in pixels."""
_MAX_WAITING = 6
"""Maximum number of drawn boards of a frontier."""
_COLUMNS = ("length", "quality", "expanded", "generated", "peak-frontier")
_TAGS = {Style.EMPHASIS: "em", Style.STRONG: "strong", Style.CODE: "code"}
_STYLE = """
body { font: 11pt/1.45 Georgia, serif; color: #111; background: #fff; max-width: 44em;
  margin: 2em auto; padding: 0 1em; }
h1, h2 { font-family: Arial, Helvetica, sans-serif; line-height: 1.2; }
h1 { font-size: 18pt; margin-bottom: 0; } h2 { font-size: 13pt; margin-bottom: .3em; }
article + article { break-before: page; }
section, figure, .question { break-inside: avoid; }
.summary, figcaption, .sources { color: #444; }
.boards { display: flex; flex-wrap: wrap; gap: 1em; }
figure { margin: .6em 0; } figcaption { font-size: 9pt; }
.question { border-left: 3px solid #888; padding-left: 1em; margin: 1em 0; }
.question ol { list-style: upper-alpha; } .reply { font-style: italic; }
table { border-collapse: collapse; font-size: 10pt; }
th, td { border: 1px solid #999; padding: .2em .6em; text-align: left; }
svg { display: block; }
"""


def as_html(lessons: Iterable[Lesson], title: str, *, with_answers: bool) -> str:
    """Return the page as HTML that is also valid XML. Runs the searches of the lessons."""
    articles = "\n".join(_lesson(lesson, with_answers=with_answers) for lesson in lessons)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8" />\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n"
        f"<body>\n{articles}\n</body>\n</html>\n"
    )


def _lesson(lesson: Lesson, *, with_answers: bool) -> str:
    steps = [
        _step(step, number, with_answers=with_answers)
        for number, step in enumerate(lesson.steps, 1)
    ]
    sources = "".join(f"<li>{escape(source)}</li>" for source in lesson.sources)
    return "\n".join(
        [
            "<article>",
            f"<h1>{escape(lesson.title)}</h1>",
            f'<p class="summary">{escape(sentence(lesson.summary))}.</p>',
            *steps,
            *([f'<ul class="sources">{sources}</ul>'] if sources else []),
            "</article>",
        ]
    )


def _step(step: LessonStep, number: int, *, with_answers: bool) -> str:
    question, results = fill_question(step), TrialResults(step.trial)
    is_revealed = with_answers or not step.reveal
    parts = [
        "<section>",
        f"<h2>{number}. {_inline(step.fill_in(step.title))}</h2>",
        _blocks(step.fill_in(step.text)),
        *_pictures(step, results, question, is_revealed=is_revealed),
    ]
    if question is not None:
        parts += _question(question, with_answers=with_answers)
    if step.reveal and is_revealed:
        parts.append(_blocks(step.fill_in(step.reveal)))
    return "\n".join([*parts, "</section>"])


def _pictures(
    step: LessonStep, results: TrialResults, question: ShownQuestion | None, *, is_revealed: bool
) -> Iterator[str]:
    """Yield the printable parts of the panel of a step."""
    if step.panel is LessonPanel.FIGURES:
        yield _table(step, is_revealed=is_revealed)
        return
    if step.panel is LessonPanel.TEXT:
        return
    trial, is_prediction = step.trial, question is not None and bool(question.nodes)
    if not is_revealed and not is_prediction:
        trial = replace(trial, moment=0)
    caption = "To be solved by hand" if step.panel is LessonPanel.PLAY else trial.title
    yield _figure(trial.problem.start, caption)
    is_pictured = step.panel in (LessonPanel.STATE, LessonPanel.FRONTIER)
    if trial.moment == 0 or is_prediction or not is_pictured:
        return
    glimpse, _ = results.at_moment
    if step.panel is LessonPanel.STATE and glimpse.expansion is not None:
        boards = [_node(glimpse.expansion.node, "expanded")]
        boards += [_node(each.node, each.outcome.value) for each in glimpse.expansion.successors]
        yield _row(boards)
    elif step.panel is LessonPanel.FRONTIER:
        waiting = [each.node for each in glimpse.frontier[:_MAX_WAITING]]
        count = counted(glimpse.frontier_size, "state")
        yield f"<p>The frontier holds {count}; these are expanded next:</p>"
        yield _row([_node(node) for node in waiting])


def _table(step: LessonStep, *, is_revealed: bool) -> str:
    trials = compared_trials(step)
    columns = [named(name, COLUMNS) for name in _COLUMNS]
    entries = compare(step) if is_revealed else ()
    rows = list[list[str]]()
    for place, (name, trial) in enumerate(trials.items()):
        cells = [
            column.text(entries[place]) if is_revealed else quoted_figure(step, name, column.name)
            for column in columns
        ]
        method = trial.method.title
        named_method = f"{name}: {method}" if name else method
        rows.append([_svg(trial.problem.start), named_method, *cells])
    return table(["Board", "Search", *(column.title for column in columns)], rows)


def _question(question: ShownQuestion, *, with_answers: bool) -> Iterator[str]:
    yield '<div class="question">'
    yield f"<p>{_inline(question.text)}</p>"
    if question.frontier:
        yield f"<p>{escape(question.frontier)}</p>"
    if question.choices:
        yield "<ol>"
        for number, choice in enumerate(question.choices):
            shown = _inline(choice)
            if question.nodes:
                shown = _figure(question.nodes[number].board, question.captions[number])
            if with_answers and question.kind is AnswerKind.CHOOSE:
                shown += f'<br /><span class="reply">{_inline(question.replies[number])}</span>'
            yield f"<li>{shown}</li>"
        yield "</ol>"
    else:
        yield "<p>____________________</p>"
    if with_answers:
        answer = question.letter or question.answer
        why = "" if question.kind is AnswerKind.CHOOSE else question.replies[0]
        yield f"<p><strong>Answer: {escape(answer)}.</strong> {_inline(why)}</p>"
    yield "</div>"


def _blocks(text: str) -> str:
    lines: list[str] = []
    for is_list, blocks in groupby(parse(text), lambda block: block.is_item):
        tag = "li" if is_list else "p"
        inside = [
            table(*_table_of(block)) if block.rows else f"<{tag}>{_spans(block.spans)}</{tag}>"
            for block in blocks
        ]
        lines += ["<ul>", *inside, "</ul>"] if is_list else inside
    return "\n".join(lines)


def _table_of(block: Block) -> tuple[list[str], list[list[str]]]:
    head, *rows = ([Html(_spans(cell)) for cell in row] for row in block.rows)
    return [*head], [[*row] for row in rows]


def _inline(text: str) -> str:
    return " ".join(_spans(block.spans) for block in parse(text))


def _spans(spans: Iterable[Span]) -> str:
    return "".join(
        f"<{_TAGS[span.style]}>{escape(span.text)}</{_TAGS[span.style]}>"
        if span.style in _TAGS
        else escape(span.text)
        for span in spans
    )


def _row(figures: Iterable[str]) -> str:
    return f'<div class="boards">{"".join(figures)}</div>'


def _node(node: Node, text: str = "") -> str:
    figures = f"g {node.g:,}, h {node.h:,}, f {node.f:,g}"
    return _figure(node.board, f"{text}: {figures}" if text else figures)


def _figure(board: Board, caption: str) -> str:
    return f"<figure>{_svg(board)}<figcaption>{escape(caption)}</figcaption></figure>"


def _svg(board: Board) -> Html:
    return Html(board.svg(size=_CELL * max(board.size), theme="paper"))
