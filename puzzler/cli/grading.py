"""Grades a folder of submissions: a table, and a feedback page for each student."""

from __future__ import annotations

import html
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from puzzler.board.errors import PuzzlerError, quoted
from puzzler.board.html import Html, table
from puzzler.cli.batch import load_solver
from puzzler.cli.output import ExitStatus, Output, plain_table
from puzzler.cli.progress import bar
from puzzler.csv_text import write_csv

if TYPE_CHECKING:
    from puzzler.search.homework.assignment import Assignment, Submission

MAX_NAME = 250
"""Limit on the name of a page without its suffix, in bytes."""
_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "td,th{text-align:left;padding:.4em .8em;border-bottom:1px solid #ccc;vertical-align:top}"
)


def grade_folder(
    file: Path, folder: Path, csv_file: Path | None, feedback: Path | None, jobs: int | None
) -> ExitStatus:
    """Grade every submission in ``folder`` by the assignment ``file``, and print a table."""
    from puzzler.search.homework.assignment import read_assignment, submissions

    assignment = read_assignment(file)
    if not folder.is_dir():
        raise PuzzlerError(f"{quoted(str(folder), 60)} is not a folder")
    files = [*submissions(folder, assignment)]
    if not files:
        raise PuzzlerError(f"{quoted(str(folder), 60)} has no submissions")
    load_solver()
    work = partial(_graded, assignment)
    if feedback is not None:
        feedback.mkdir(parents=True, exist_ok=True)
    graded: list[Submission] = []
    with bar("submissions", len(files), advice="Ctrl-C stops") as shown:
        shown.show()
        for submission in _worked(work, files, jobs):
            graded.append(submission)
            shown.advance()
            if feedback is not None:
                name = os.fsdecode(os.fsencode(submission.student)[:MAX_NAME])
                with Output(feedback / f"{name}.html") as out:
                    out.write(as_page(assignment, submission))
    if csv_file is not None:
        with Output(csv_file) as out:
            out.write(as_csv(assignment, graded).removesuffix("\n"))
    titles = [f"{task.title} ({task.points:g})" for task in assignment.tasks]
    titles.append(f"points ({assignment.points:g})")
    summary = plain_table("student", *titles, right={*titles})
    for submission in graded:
        points = (f"{each.points:g}" for each in submission.results)
        summary.add_row(submission.student, *points, f"{submission.points:g}")
    with Output() as out:
        out.show(summary)
    return ExitStatus.SOLVED


def _graded(assignment: Assignment, item: tuple[str, Path]) -> Submission:
    from puzzler.search.homework.assignment import grade

    return grade(assignment, *item)


def _worked(
    work: Callable[[tuple[str, Path]], Submission],
    files: Sequence[tuple[str, Path]],
    jobs: int | None,
) -> Iterator[Submission]:
    from puzzler.search.options import cores
    from puzzler.solver.processes.process_pool import ProcessPool

    size = 1 if jobs is None else jobs or cores()
    if size == 1:
        yield from map(work, files)
        return
    with closing(ProcessPool(size)) as pool:
        for done in pool.run(work, files, total=len(files)):
            if done.result is None:
                raise PuzzlerError(f"{files[done.index][1]}: {done.failure}")
            yield done.result


def as_csv(assignment: Assignment, graded: Iterable[Submission]) -> str:
    """Return a CSV row per student: points of each task, their sum, and notes on failed tasks."""

    def row(submission: Submission) -> list[str]:
        failed = [each for each in submission.results if not each.is_passed]
        notes = "; ".join(f"{each.task.title}: {each.text}" for each in failed)
        points = [f"{each.points:g}" for each in submission.results]
        return [submission.student, *points, f"{submission.points:g}", notes]

    columns = ["student", *(task.title for task in assignment.tasks), "points", "notes"]
    return write_csv(map(row, graded), columns)


def as_page(assignment: Assignment, submission: Submission) -> str:
    """Return an HTML page for one student, with the boards that show errors."""
    rows = []
    for each in submission.results:
        board = "" if each.board is None else f"<br>{each.board.svg(size=120, theme='paper')}"
        points = f"{each.points:g} of {each.task.points:g}"
        rows.append((each.task.title, points, Html(html.escape(each.text) + board)))
    title = html.escape(f"{assignment.title}: {submission.student}")
    total = f"{submission.points:g} of {assignment.points:g} points"
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="en"><meta charset="utf-8"><title>{title}</title>',
            f"<style>{_STYLE}</style>",
            f"<h1>{title}</h1><p>{total}</p>",
            table(("task", "points", ""), rows),
            "</html>",
        )
    )
