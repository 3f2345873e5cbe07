"""``puzzler lesson``: list, show, check or print lessons."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzler.board.errors import PuzzlerError, quoted
from puzzler.board.numbers import decimal_number
from puzzler.cli import option_types
from puzzler.cli.batch import load_solver
from puzzler.cli.click_options import Words, argument, flag, option
from puzzler.cli.open_window import run_window
from puzzler.cli.options import Json
from puzzler.cli.output import ExitStatus, LineReader, Output, notify, plain_table
from puzzler.formats import grid
from puzzler.humanize import counted, sentence
from puzzler.search.deadline import start_alarm

if TYPE_CHECKING:
    from rich.text import Text

    from puzzler.game.lessons.asking import ShownQuestion
    from puzzler.game.lessons.lesson import Block, Lesson, LessonStep, Shelf, Span
    from puzzler.game.session import Session

CHECK_SECONDS = 300.0
WIDTH = 80
"""Columns of text. Longer lines are hard to read."""


def _bundled(_: str) -> dict[str, str]:
    from puzzler.game.lessons.reading import bundled

    return dict.fromkeys(bundled(), "")


def command(
    lesson: str | None = argument(
        "NAME|FILE|FOLDER",
        "A listed lesson, a lesson file, or a folder of lesson files.",
        Words(words=_bundled),
    ),
    *,
    as_text: bool = flag("--text", "Show the lesson in the terminal, with its questions."),
    is_check: bool = flag("--check", "Validate the lesson, or without a name all listed lessons."),
    html: Path | None = option(
        "--html FILE", "Write a page to print, without a name with all listed lessons."
    ),
    heuristic: str | None = option(
        "--heuristic FILE.py",
        "Submit this heuristic if the lesson has a question about your own.",
        option_types.heuristic.read,
    ),
    with_answers: bool = flag("--answers", "With --html: add the answers and their feedback."),
    time_limit: float = option(
        "--time-limit S",
        "Stop --check or --html after S seconds, even if lessons remain.",
        option_types.seconds,
        default=CHECK_SECONDS,
    ),
    as_json: Json = False,
) -> int:
    """List the lessons, or open one, or a folder of your own, in the window.

    A lesson is a file of steps. Each step has a text, a search and optionally a question.
    docs/lessons.md explains how to write one. --check compares every number in the text with the
    search and reports the file, line and word of each error. --text without input prints the
    answers: puzzler lesson greedy --text </dev/null. --json lists the lessons, or those in a
    FOLDER.

    Exit status: 0 no errors, 1 stopped by --time-limit, 2 a lesson or the command line has errors.
    """
    from puzzler.game.lessons import reading
    from puzzler.search.custom.source import is_source

    bundled, folder = reading.bundled(), None if lesson is None else Path(lesson)
    is_one = folder is not None and (lesson in bundled or not folder.is_dir())
    for is_wrong, message in (
        (lesson == "-", "a lesson is read from a file, not from standard input"),
        (
            as_text + is_check + (html is not None) > 1,
            "--text, --check and --html cannot be combined",
        ),
        (with_answers and html is None, "--answers requires --html"),
        (
            heuristic is not None and not is_source(heuristic),
            f"--heuristic requires a Python file here, not {heuristic}",
        ),
        (
            heuristic is not None and (is_check or html is not None or not is_one),
            "--heuristic requires one lesson, in the window or with --text",
        ),
        (
            as_json and (is_one or is_check or html is not None or as_text),
            "--json requires the list of the lessons, or of a FOLDER",
        ),
    ):
        if is_wrong:
            raise click.UsageError(message)
    if is_check or html is not None:
        start_alarm(time_limit)
    if folder is None or not is_one:
        if is_check:
            return _check(bundled.values() if folder is None else reading.files_of(folder))
        shelf = reading.read_bundled() if folder is None else reading.read_folder(folder)
        if html is not None:
            title = f"Lessons in {shelf.folder}" if shelf.folder else "Lessons"
            return _print(shelf, title, html, with_answers=with_answers)
        if folder is not None and not (as_text or as_json):
            return run_window(lessons=shelf)
        if as_text and folder is None:
            raise click.UsageError("--text requires the name of a lesson, a file or a folder")
        return _list(shelf, as_json=as_json)
    assert lesson is not None, "lists are handled above"
    file = bundled.get(lesson, Path(lesson))
    if lesson not in bundled and not (file.suffix or file.exists()):
        names = ", ".join(sorted(bundled))
        raise PuzzlerError(f"unknown lesson {quoted(lesson, 60)}; choose from {names}")
    if is_check:
        return _check([file])
    found = reading.read_file(file)
    if html is not None:
        from puzzler.game.lessons.lesson import Shelf

        return _print(Shelf({found.name: found}), found.title, html, with_answers=with_answers)
    return _begin(found, heuristic, as_text=as_text)


def _begin(lesson: Lesson, heuristic: str | None, *, as_text: bool) -> ExitStatus:
    from puzzler.search.custom.source import find

    if heuristic is not None and not any(step.asks_for_code for step in lesson.steps):
        raise click.UsageError(f"--heuristic: the lesson {lesson.name} has no question for it")
    if as_text:
        return _read_out(lesson, heuristic)

    def begin(session: Session) -> None:
        session.lessons.begin(lesson)
        if heuristic is not None:
            session.lessons.check_code(find(heuristic))

    return run_window(begin=begin)


def _list(shelf: Shelf, *, as_json: bool) -> ExitStatus:
    table = plain_table("name", "topic", "steps", right={"steps"}, wrapped={"topic", "steps"})
    for name, lesson in shelf.lessons.items():
        about = f"{lesson.title}. {sentence(lesson.summary)}."
        table.add_row(name, about, str(len(lesson.steps)))
        if as_json:
            row = {"name": name, "title": lesson.title, "summary": lesson.summary}
            Output().write(json.dumps(row | {"steps": len(lesson.steps)}))
    if not as_json:
        Output().show(table)
    return _say_troubles(shelf)


def _print(shelf: Shelf, title: str, file: Path, *, with_answers: bool) -> ExitStatus:
    from puzzler.game.lessons.printing import as_html

    load_solver()
    page = as_html(shelf.lessons.values(), title, with_answers=with_answers)
    with Output(file) as out:
        out.write(page.rstrip("\n"))
    return _say_troubles(shelf)


def _say_troubles(shelf: Shelf) -> ExitStatus:
    for trouble in shelf.troubles:
        notify(trouble)
    return ExitStatus.BAD_INPUT if shelf.troubles else ExitStatus.SOLVED


def _check(found: Iterable[Path]) -> ExitStatus:
    from puzzler.game.lessons.asking import check
    from puzzler.game.lessons.lesson import LessonError, format_fault
    from puzzler.game.lessons.reading import read_file

    load_solver()
    status, out = ExitStatus.SOLVED, Output()
    for file in sorted(found):
        try:
            lesson = read_file(file)
            faults = check(lesson)
        except LessonError as error:
            faults = error.faults
        for fault in faults:
            notify(format_fault(file.name, fault))
        if faults:
            status = ExitStatus.BAD_INPUT
        else:
            claims = sum(len(step.figures) for step in lesson.steps)
            steps = counted(len(lesson.steps), "step")
            out.write(f"{file.name}: {steps}, {counted(claims, 'claim')}, no errors")
    return status


def _read_out(lesson: Lesson, code: str | None) -> ExitStatus:
    from rich.text import Text

    load_solver()
    out, reader = Output(), LineReader()
    answers: list[bool] = []
    out.show(Text(lesson.title, "bold"))
    for number, step in enumerate(lesson.steps, 1):
        out.write("")
        out.show(Text(f"{number}/{len(lesson.steps)}  {step.title}", "bold"))
        out.write("")
        out.show(_as_text(step))
        answers += _ask(step, code, out, reader)
        if step.reveal:
            out.write("")
            out.show(_text_of(step.revealed))
        if number < len(lesson.steps) and reader.is_terminal:
            reader.line("\n[Enter] ")
    if answers:
        out.write(f"\n{sum(answers)} of {counted(len(answers), 'answer')} right")
    for source in lesson.sources:
        out.write(f"\nSource: {source}")
    return ExitStatus.SOLVED


def _text_of(blocks: Iterable[Block]) -> Text:
    from rich.text import Text

    text = Text()
    for block in blocks:
        text.append("\n" if text else "")
        for number, words in enumerate(_wrapped(block)):
            margin = ("  - " if not number else "    ") if block.is_item else "  "
            words.rstrip()
            text.append(margin).append_text(words).append("\n")
    text.rstrip()
    return text


def _as_text(step: LessonStep) -> Text:
    from puzzler.game.lessons.figures import shown_board
    from puzzler.game.lessons.lesson import LessonPanel

    text = _text_of(step.blocks)
    if step.panel is LessonPanel.TEXT:
        return text
    text.append("\n\n")
    for line in grid.write(shown_board(step), "_", None).splitlines():
        text.append(f"    {line}\n", "bold")
    for name, trial in step.runs.items():
        text.append(f"    {name}: {trial.method.title}, {trial.problem.start}\n", "dim")
    text.append(f"    {step.trial.title}", "dim")
    return text


def _wrapped(block: Block) -> Iterable[Text]:
    from rich.console import Console
    from rich.text import Text

    if not block.rows:
        return _styled(block.spans).wrap(Console(width=WIDTH), WIDTH - 4)
    rows = [[_styled(cell) for cell in row] for row in block.rows]
    for column in zip(*rows, strict=False):
        width = max(map(len, column))
        for cell in column:
            cell.pad_right(width + 2 - len(cell))
    return [Text().join(row) for row in rows]


def _styled(spans: Iterable[Span]) -> Text:
    from rich.text import Text

    from puzzler.game.lessons.lesson import Style

    styles = {Style.EMPHASIS: "italic", Style.STRONG: "bold", Style.CODE: "cyan"}
    return Text.assemble(*((span.text, styles.get(span.style, "")) for span in spans))


def _ask(step: LessonStep, code: str | None, out: Output, reader: LineReader) -> list[bool]:
    """Ask the question of a step; return whether each answer was right."""
    from puzzler.game.lessons.asking import LETTERS, fill_question
    from puzzler.game.lessons.lesson import AnswerKind, plain

    question = fill_question(step)
    if question is None:
        return []
    out.write(f"\n  ? {plain(question.text)}")
    if question.frontier:
        out.write(f"  {question.frontier}")
    for letter, line in zip(LETTERS, question.lines, strict=False):
        out.write(f"    {letter}  {plain(line)}")
    if question.kind is AnswerKind.CODE:
        return _ask_code(step, question, code, out, reader)
    reply = _read_answer(LETTERS[: len(question.choices)], reader)
    answer = f"The answer: {plain(question.answer)}."
    if question.choices:
        answer = f"The answer: {question.letter}  {plain(question.answer)}"
    if reply is None:
        out.write(f"  {answer}")
        out.write(f"  {plain(question.reply(question.right)).removeprefix('Right. ')}")
        return []
    out.write(f"  {plain(question.reply(reply))}")
    if question.choices and reply != question.right:
        out.write(f"  {answer}")
    return [reply == question.right]


def _ask_code(
    step: LessonStep, question: ShownQuestion, code: str | None, out: Output, reader: LineReader
) -> list[bool]:
    """Check ``code``, then the files that the user names, until one is correct or none is named."""
    from puzzler.game.lessons.lesson import plain
    from puzzler.search.custom.source import find
    from puzzler.search.homework.assignment import judge_heuristic

    assert step.question is not None, "the caller has a question"
    tried = False
    typed = iter(lambda: reader.line("  file > ") or "", "")
    for name in chain([] if code is None else [code], typed):
        try:
            results = judge_heuristic(step.question.tasks, find(name), step.trial.problem.goal)
        except PuzzlerError as error:
            notify(str(error))
            continue
        tried = True
        is_right = all(each.is_passed for each in results)
        for each in results:
            shown = "" if each.board is None else f": {each.board}"
            out.write(f"  {each.text}{shown}")
        out.write(f"  {plain(question.reply(question.right if is_right else ''))}")
        if is_right:
            return [True]
    if not tried:
        out.write(f"  Required: {question.answer}.")
    return [False] * tried


def _read_answer(letters: str, reader: LineReader) -> float | None:
    """Read a letter, returned as index, or a number. None at the end of standard input."""
    while (line := reader.line("  > ")) is not None:
        if letters:
            if len(line) == 1 and line.upper() in letters:
                return letters.index(line.upper())
            notify(f"type the letter of a choice, A to {letters[-1]}")
            continue
        try:
            return decimal_number(line.replace(",", ""))
        except ValueError:
            notify(f"{quoted(line)} is not a number")
    return None
