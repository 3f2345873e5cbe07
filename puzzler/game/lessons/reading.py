"""Reads lessons from TOML files and reports errors with their lines.

A step inherits missing keys from the step before. A step with a board starts with the standard
goal, and a step with an algorithm starts with the defaults of that algorithm. The moment, the
question and the claims are not inherited. The default moment is the end of the search if figures
are shown, otherwise the start. The default moment of a run is the end if the step's search is shown
at its end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import PuzzlerError, reading_failure, unknown_name
from puzzler.board.scenario import Problem, printable
from puzzler.formats import toml_reading
from puzzler.formats.reading import ReadingError, TextSource
from puzzler.formats.toml_reading import Fault, TomlError, TomlSection
from puzzler.game.lessons.figures import FIGURES, find_figure
from puzzler.game.lessons.lesson import (
    QUOTE,
    AnswerKind,
    Lesson,
    LessonError,
    LessonPanel,
    LessonQuestion,
    LessonStep,
    MarkError,
    Shelf,
    Trial,
    Value,
    parse,
)
from puzzler.game.lessons.trials import LIMIT, RUN, read_trial
from puzzler.humanize import counted, listed
from puzzler.search.homework.task import BETTER, CodeTask
from puzzler.search.method import Method
from puzzler.search.registry import HEURISTICS, TAUGHT_HEURISTICS

LESSON = {"title": str, "summary": str, "rank": int, "sources": list, "step": list}
"""The keys of a lesson and the types of their values, as in the tables that follow."""
STEP = {
    "title": str,
    "text": str,
    "reveal": str,
    **RUN,
    "panel": str,
    "target": list,
    "runs": dict,
    "claims": dict,
    "question": dict,
}
QUESTION = {
    "kind": str,
    "words": str,
    "choices": list,
    "replies": list,
    "answer": object,
    "right": str,
    "wrong": str,
    "ask": list,
    "heuristic": str,
}
QUESTION_KEYS = {
    "predict": ("kind", "words", "right", "wrong"),
    "choose": ("kind", "words", "choices", "replies", "answer"),
    "number": ("kind", "words", "answer", "right", "wrong"),
    "code": ("kind", "words", "ask", "heuristic", "right", "wrong"),
}
"""The keys of each kind of question."""
TEXTS = ("title", "text", "reveal", "words", "choices", "replies", "right", "wrong")
"""The keys of texts that may contain marks and quoted figures."""
MAX_BYTES = 250_000
CODE_REQUIREMENTS = ("admissible", "consistent", BETTER)
"""Properties that a student's heuristic can be required to have."""
MAX_RUNS = 4
"""Maximum number of searches in a table, as in a race."""
MAX_CHOICES = 6
"""Maximum number of choices of a question. Their keys are A to F."""
WHICH_IS_NEXT = "Which board is expanded next?"
_SOLVED = Board.solved(3, 3)
_UNREADABLE = Trial(Problem(_SOLVED, _SOLVED), Method(limit=LIMIT))
"""Replaces an invalid search, so that the rest of the step can be checked."""
_FAMILIES = {name.partition(".")[0] for name in FIGURES if "." in name}


def read(text: str, name: str, file: str = "") -> Lesson:
    """Parse a lesson. Raises LessonError with every fault.

    name: the name of the lesson. file: the name of its file in messages.
    """
    file = file or name
    try:
        section = toml_reading.parse(text)
    except TomlError as error:
        raise LessonError(file, (error.fault,)) from None
    rank = section.table.get("rank")
    lesson = Lesson(
        name,
        section.one_text("title"),
        section.one_text("summary"),
        rank if isinstance(rank, int) else 0,
        _steps(section, name),
        section.texts("sources"),
        file,
    )
    if section.faults:
        raise LessonError(file, tuple(sorted(section.faults, key=lambda fault: fault.line or 0)))
    return lesson


def _steps(section: TomlSection, name: str) -> tuple[LessonStep, ...]:
    section.check_keys(LESSON, "a lesson", ("title", "summary"))
    tables = section.table.get("step")
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        section.note("a lesson needs steps, each under [[step]]")
        return ()
    steps: list[LessonStep] = []
    for number, step in enumerate(section.each("step"), 1):
        before = steps[-1] if steps else None
        steps.append(_step(step, before, f"{name}, step {number}"))
    return tuple(steps)


def _step(section: TomlSection, before: LessonStep | None, seed: str) -> LessonStep:
    """Parse a step. seed: determines the order of the choices."""
    section.check_keys(STEP, "a step", ("title", "text"))
    panel = section.choice("panel", LessonPanel) or (before.panel if before else LessonPanel.BOARD)
    default_moment = None if panel is LessonPanel.FIGURES else 0
    trial = read_trial(section, before.trial if before else None, default_moment)
    trial = trial or (before.trial if before else _UNREADABLE)
    runs = dict(_runs(section.inside("runs"), trial))
    if panel is LessonPanel.FIGURES and len(runs) > MAX_RUNS:
        section.note(f"a table of figures has at most {MAX_RUNS} runs, not {len(runs)}")
    claimed = dict(_claims(section.inside("claims"), "", runs))
    question = _question(section.inside("question"), claimed.keys(), seed)
    step = LessonStep(
        title=section.one_text("title"),
        text=section.one_text("text"),
        trial=trial,
        panel=panel,
        reveal=section.one_text("reveal"),
        runs=runs,
        figures=claimed,
        question=question,
        target=_target(section, trial.problem.goal, panel),
        lines=section.lines_within(),
    )
    if step.reveal and question is None:
        section.note("a step that reveals something needs a question", "reveal")
    if step.is_to_predict and panel is LessonPanel.PLAY:
        words = "a step that is played by hand has no search to predict"
        section.note(words, "question", "kind")
    for texts in (section, section.inside("question")):
        _check_texts(texts, claimed.keys())
    return step


def _target(section: TomlSection, goal: Board, panel: LessonPanel) -> tuple[int, ...]:
    """Return the tiles to bring into place."""
    target = section.table.get("target", [])
    if not isinstance(target, list) or not target:
        return ()  # check_keys has noted the error
    if panel is not LessonPanel.PLAY:
        section.note('a target needs panel = "play"', "target")
    if not set(target) <= set(goal.tiles) - {0} or not all(type(tile) is int for tile in target):
        section.note(f"{target!r} has a number that is not a tile of the board", "target")
        return ()
    if goal.tiles[-1]:
        section.note("a target needs a goal with the blank in the last cell", "target")
    return tuple(target)


def _runs(section: TomlSection, trial: Trial) -> Iterator[tuple[str, Trial]]:
    for name, table in section.table.items():
        run = section.inside(name)
        if not isinstance(table, dict):
            run.note(f"a run is a table, not {table!r}")
        elif find_figure(name) or name in _FAMILIES or "." in name:
            run.note(f"a run cannot be called {name!r}: that is a figure")
        else:
            run.check_keys(RUN, "a run")
            result = read_trial(run, trial, None if trial.moment is None else 0)
            if result is not None:
                yield name, result


def _claims(
    section: TomlSection, prefix: str, runs: Mapping[str, Trial]
) -> Iterator[tuple[str, Value]]:
    for key, value in section.table.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            yield from _claims(section.inside(key), f"{name}.", runs)
        elif isinstance(value, bool) or not isinstance(value, Value):
            section.note(f"{name} is a number or text, not {value!r}", key)
        else:
            run, dot, rest = name.partition(".")
            if find_figure(rest if dot and run in runs else name):
                yield name, value
            else:
                run_names = listed(list(runs)[:MAX_RUNS])
                hint = f"; the runs of this step are {run_names}" if runs else ""
                section.note(f"no figure is called {name!r}{hint}", key)


def _question(section: TomlSection, claimed: Set[str], seed: str) -> LessonQuestion | None:
    if not section.table:
        return None
    kind = section.choice("kind", AnswerKind)
    if kind is None:
        section.check_keys(QUESTION, "a question", ("kind",))
        return None
    has_answer = kind in (AnswerKind.CHOOSE, AnswerKind.NUMBER)
    allowed = {key: QUESTION[key] for key in QUESTION_KEYS[kind]}
    optional = ("answer", "heuristic", *(("words",) if kind is AnswerKind.PREDICT else ()))
    needed = tuple(key for key in allowed if key not in optional)
    section.check_keys(allowed, f"a question to {kind}", needed)
    answer = section.table.get("answer") if has_answer else None
    if has_answer and (isinstance(answer, bool) or not isinstance(answer, Value)):
        section.note("a question needs 'answer': a number, or a figure's name", "answer")
        answer = None
    elif isinstance(answer, str) and answer not in claimed:
        section.note(f"the figure {answer!r} is the answer but not claimed", "answer")
    question = LessonQuestion(
        kind,
        section.one_text("words") or WHICH_IS_NEXT,
        answer,
        (section.one_text("right"), section.one_text("wrong")),
        tasks=tuple(_tasks(section)) if kind is AnswerKind.CODE else (),
    )
    return _to_choose(section, question, seed) if kind is AnswerKind.CHOOSE else question


def _tasks(section: TomlSection) -> Iterator[CodeTask]:
    heuristic = section.one_text("heuristic") or TAUGHT_HEURISTICS[0]
    if heuristic not in HEURISTICS:
        section.note(unknown_name("heuristic", heuristic, HEURISTICS), "heuristic")
        return
    for ask in section.texts("ask"):
        if ask in CODE_REQUIREMENTS:
            yield CodeTask(ask=ask, function="", heuristic=heuristic)
        else:
            section.note(unknown_name("ask", ask, CODE_REQUIREMENTS), "ask")


def _to_choose(section: TomlSection, question: LessonQuestion, seed: str) -> LessonQuestion:
    """Return the question with its choices and replies, shuffled."""
    choices, replies, answer = section.texts("choices"), section.texts("replies"), question.answer
    count, is_number = len(choices), isinstance(answer, int | float)
    counts = f"{counted(count, 'choice')} and {counted(len(replies), 'reply', 'replies')}"
    for is_wrong, key, words in (
        (count < 2, "choices", "a question to choose needs two choices or more"),
        (count > MAX_CHOICES, "choices", f"there are at most {MAX_CHOICES} choices"),
        (len(set(choices)) < count, "choices", "two choices are the same"),
        (
            len(replies) != count,
            "replies",
            f"{counts}: each choice has its reply, in the same order",
        ),
        (
            is_number and answer not in range(1, count + 1),
            "answer",
            f"no choice is number {answer}; there are {count}",
        ),
    ):
        if is_wrong:
            section.note(words, key)
            return question
    order = list(range(count))
    Random(seed).shuffle(order)  # the same order for everyone
    return replace(
        question,
        answer=order.index(int(answer) - 1) if isinstance(answer, int | float) else answer,
        choices=tuple(choices[number] for number in order),
        replies=tuple(replies[number] for number in order),
    )


def _check_texts(section: TomlSection, claimed: Set[str]) -> None:
    for key in TEXTS:
        for text in section.texts(key):
            for name in QUOTE.findall(text):
                if name not in claimed:
                    quote = f"{{{name}}}"
                    section.note(f"{quote} is quoted but not claimed", key, token=quote)
            try:
                parse(text)
            except MarkError as error:
                section.note(str(error), key, token=error.mark + error.after)


def bundled() -> dict[str, Path]:
    """Return the files of the lessons that come with Puzzler, by name, in no order."""
    return {file.stem: file for file in (resources.assets() / "lessons").glob("*.toml")}


def read_bundled() -> Shelf:
    """Read the lessons that come with Puzzler, ordered by rank."""
    return _read_all(bundled().values(), "")


def read_folder(folder: Path) -> Shelf:
    """Read the lessons of a folder, ordered by rank. Raises PuzzlerError if it has none."""
    return _read_all(files_of(folder), printable(folder.resolve().name) or str(folder))


def files_of(folder: Path) -> list[Path]:
    """Return the lesson files of a folder. Raises PuzzlerError if there are none."""
    try:
        # reading from a pipe with such a name would block
        files = [file for file in folder.iterdir() if file.suffix == ".toml" and file.is_file()]
    except OSError as error:
        raise PuzzlerError(f"{folder}: {reading_failure(error)}") from None
    if not files:
        raise PuzzlerError(f"{folder}: has no lessons (files that end in .toml)")
    return files


def _read_all(files: Iterable[Path], folder: str) -> Shelf:
    """Read the valid files and collect the errors of the others."""
    lessons, troubles = [], []
    for file in sorted(files):
        try:
            lessons.append(read_file(file))
        except LessonError as error:
            troubles.append(str(error))
    lessons.sort(key=lambda lesson: lesson.rank)
    return Shelf({lesson.name: lesson for lesson in lessons}, tuple(troubles), folder)


def read_file(file: Path) -> Lesson:
    """Read the lesson in a file. Raises LessonError if it is unreadable or invalid."""
    name = file.name if file.name.isprintable() else ascii(file.name)
    try:
        source = TextSource(name, lambda: BytesIO(resources.read_regular(file, MAX_BYTES + 1)))
        text = source.text(MAX_BYTES)
    except ReadingError as error:
        raise LessonError(name, (Fault(error.line, error.reason),)) from None
    return read(text, file.stem, name)
