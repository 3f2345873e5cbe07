"""Reads lessons from TOML files, and says with line and word what is wrong in them.

What a step does not say is as in the step before. One that names a board begins anew with the
standard goal, one that names an algorithm with that algorithm's own heuristic, weight, order and
ties. Where the search stands, what is asked and what is claimed is each step's own. Searches whose
figures are shown stand at their ends, others at their beginning, where nothing else is said; those
that a step is compared with stand at their ends where its own does.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Set
from pathlib import Path
from random import Random
from typing import Any

from puzzler import resources
from puzzler.board.board import Board
from puzzler.board.errors import BoardError, PuzzlerError, UnsolvableError
from puzzler.board.goal import GOALS
from puzzler.board.scenario import Problem, printable
from puzzler.game.lessons.figures import FIGURES, find_figure
from puzzler.game.lessons.tables import (
    ASKS,
    LESSON,
    METHOD,
    QUESTION,
    RUN,
    STEP,
    Notes,
    Place,
    Table,
    open_string,
    table_of,
    text_of,
    texts_of,
)
from puzzler.game.lessons.values import (
    QUOTE,
    Claim,
    Fault,
    Lesson,
    LessonError,
    MarkError,
    Panel,
    Question,
    QuestionKind,
    Shelf,
    Step,
    Trial,
    Value,
    parse,
)
from puzzler.humanize import counted, listed
from puzzler.search.method import Method
from puzzler.search.options import Limit

MOST_BYTES = 1_000_000
"""Of a file."""
MOST_EXPANSIONS = 500_000
"""A lesson's search goes no further: one that takes longer is none that a student looks into."""
LIMIT = Limit(expansions=MOST_EXPANSIONS)
END = "end"


def read_trial(
    notes: Notes, table: Table, at: Place, before: Trial | None, opens_at: int | None
) -> Trial | None:
    """The search that a table names; None where it names none, or what is wrong is noted.

    opens_at: the moment at which it stands where the table says none; None is its end.
    """
    start = before.problem.start if before else None
    if "board" in table:
        start = _board(notes, table, "board", at)
    elif start is None:
        notes.note(at, "the first step needs a board")
    moment, method = _moment(notes, table, at, opens_at), _method(notes, table, at, before)
    if start is None or method is None:
        return None
    if "goal" in table:
        goal = _goal(notes, table, at, start)
    elif "board" in table or before is None:
        goal = Board.solved(*start.size)
    else:
        goal = before.problem.goal
    if goal is None:
        return None
    try:
        return Trial(Problem(start, goal), method, moment)
    except (UnsolvableError, BoardError) as error:
        notes.note((*at, "board" if "board" in table else "goal"), str(error))
        return None


def _moment(notes: Notes, table: Table, at: Place, opens_at: int | None) -> int | None:
    moment = table.get("moment", END if opens_at is None else opens_at)
    if moment == END:
        return None
    if isinstance(moment, int) and not isinstance(moment, bool) and moment >= 0:
        return moment
    words = f'moment is a number of expansions or "{END}", not {moment!r}'
    notes.note((*at, "moment"), words)
    return 0


def _board(notes: Notes, table: Table, key: str, at: Place) -> Board | None:
    if not isinstance(table[key], str):
        return None  # that was noted
    try:
        return Board.parse(table[key])
    except BoardError as error:
        notes.note((*at, key), f"{table[key]!r}: {error.reason}")
        return None


def _goal(notes: Notes, table: Table, at: Place, start: Board) -> Board | None:
    if table["goal"] in GOALS:
        return GOALS[table["goal"]](*start.size)
    goal = _board(notes, table, "goal", at)
    if goal is not None and goal.size != start.size:
        notes.note((*at, "goal"), "the goal and the board differ in shape")
        return None
    return goal


def _method(notes: Notes, table: Table, at: Place, before: Trial | None) -> Method | None:
    given = {key: table[key] for key in METHOD if key in table}
    if not given and before is not None:
        return before.method
    words: dict[str, Any] = {}
    if before is not None and "algorithm" not in given:
        words = {key: getattr(before.method, key) for key in METHOD}
    method = Method(limit=LIMIT)
    for key, word in given.items():  # one by one, so that the line of what is wrong is known
        words[key] = word
        try:
            method = Method(limit=LIMIT, **words)
        except TypeError:
            return None  # that was noted
        except ValueError as error:
            notes.note((*at, key), str(error))
            return None
    return method


MOST_RUNS = 4
"""That are compared in a table, as many as can race."""
MOST_CHOICES = 6
"""Of a question: each has a letter for its key, A to F."""
WHICH_IS_NEXT = "Which board is expanded next?"
_SOLVED = Board.solved(3, 3)
_UNREADABLE = Trial(Problem(_SOLVED, _SOLVED), Method(limit=LIMIT))
"""Stands in for a search that is wrong, so that the rest of its step can be looked at."""
_FAMILIES = {name.partition(".")[0] for name in FIGURES if "." in name}


def read(text: str, name: str, file: str = "") -> Lesson:
    """The lesson that a text holds; LessonError names all that is wrong in it.

    name: what it is called; file: what it was read from, for messages.
    """
    text, file = text.replace("\r\n", "\n"), file or name
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise LessonError(file, (_syntax_fault(text, str(error)),)) from None
    notes = Notes(text)
    lesson = Lesson(
        name,
        text_of(data, "title"),
        text_of(data, "summary"),
        data["rank"] if isinstance(data.get("rank"), int) else 0,
        _steps(notes, data, name),
        texts_of(data, "sources"),
        file,
    )
    if notes.faults:
        faults = sorted(notes.faults, key=lambda fault: fault.line or 0)
        raise LessonError(file, tuple(faults))
    return lesson


def _syntax_fault(text: str, words: str) -> Fault:
    """What a parser said of a text that is not valid TOML."""
    place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", words)
    line = int(place[1]) if place and place[1] else len(text.splitlines())
    opened = open_string(text)
    if opened is not None and opened <= line and not words.startswith("Invalid value"):
        return Fault(opened, "the string is not closed")
    words = words[: place.start()] if place else words
    return Fault(line, f"not valid TOML: {words[:1].lower()}{words[1:]}")


def _steps(notes: Notes, data: Table, name: str) -> tuple[Step, ...]:
    notes.check_keys(data, LESSON, (), "a lesson", ("title", "summary"))
    tables = data.get("step")
    if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
        notes.note((), "a lesson needs steps, each under [[step]]")
        return ()
    steps: list[Step] = []
    for number, table in enumerate(tables):
        seed = f"{name}, step {number + 1}"
        steps.append(_step(notes, table, ("step", number), steps[-1] if steps else None, seed))
    return tuple(steps)


def _step(notes: Notes, table: Table, at: Place, before: Step | None, seed: str) -> Step:
    """seed: of the order in which choices are shown."""
    notes.check_keys(table, STEP, at, "a step", ("title", "text"))
    panel = notes.choice(table, "panel", Panel, at) or (before.panel if before else Panel.BOARD)
    opens_at = None if panel is Panel.FIGURES else 0
    trial = read_trial(notes, table, at, before.trial if before else None, opens_at)
    trial = trial or (before.trial if before else _UNREADABLE)
    runs: dict[str, Trial] = {}
    for name, run in table_of(table, "runs").items():
        place = (*at, "runs", name)
        if not isinstance(run, dict):
            notes.note(place, f"a run is a table of its own, not {run!r}")
            continue
        if find_figure(name) or name in _FAMILIES or "." in name:
            notes.note(place, f"a run cannot be called {name!r}: that is a figure")
            continue
        notes.check_keys(run, RUN, place, "a run")
        found = read_trial(notes, run, place, trial, None if trial.moment is None else 0)
        if found is not None:
            runs[name] = found
    if panel is Panel.FIGURES and len(runs) > MOST_RUNS:
        notes.note(at, f"a table of figures has at most {MOST_RUNS} runs, not {len(runs)}")
    claims = tuple(_claims(notes, table_of(table, "claims"), (*at, "claims"), "", runs))
    claimed = {claim.name for claim in claims}
    step = Step(
        text_of(table, "title"),
        text_of(table, "text"),
        trial,
        panel,
        text_of(table, "reveal"),
        runs,
        claims,
        _question(notes, table_of(table, "question"), (*at, "question"), claimed, seed),
        notes.lines_within(at),
    )
    if step.reveal and step.question is None:
        notes.note((*at, "reveal"), "a step that reveals something needs a question")
    is_to_predict = step.question is not None and step.question.kind is QuestionKind.PREDICT
    if is_to_predict and panel is Panel.PLAY:
        words = "a step that is played by hand has no search to predict"
        notes.note((*at, "question", "kind"), words)
    _check_texts(notes, step, at)
    return step


def _claims(
    notes: Notes, table: Table, at: Place, prefix: str, runs: Mapping[str, Trial]
) -> list[Claim]:
    claims = []
    for key, value in table.items():
        name, place = f"{prefix}{key}", (*at, key)
        if isinstance(value, dict):
            claims += _claims(notes, value, place, f"{name}.", runs)
        elif isinstance(value, bool) or not isinstance(value, Value):
            notes.note(place, f"{name} is a number or text, not {value!r}")
        else:
            run, dot, rest = name.partition(".")
            if find_figure(rest if dot and run in runs else name):
                claims.append(Claim(name, value, notes.line(place) or 0))
            else:
                known = f"; the runs of this step are {listed(list(runs))}" if runs else ""
                notes.note(place, f"no figure is called {name!r}{known}")
    return claims


def _question(
    notes: Notes, table: Table, at: Place, claimed: Set[str], seed: str
) -> Question | None:
    if not table:
        return None
    kind = notes.choice(table, "kind", QuestionKind, at)
    if kind is None:
        notes.check_keys(table, QUESTION, at, "a question", ("kind",))
        return None
    known = {key: QUESTION[key] for key in ASKS[kind]}
    optional = ("answer", "words") if kind is QuestionKind.PREDICT else ("answer",)
    needed = tuple(key for key in known if key not in optional)
    notes.check_keys(table, known, at, f"a question to {kind}", needed)
    words, answer = text_of(table, "words") or WHICH_IS_NEXT, table.get("answer")
    right, wrong = text_of(table, "right"), text_of(table, "wrong")
    if kind is QuestionKind.PREDICT:
        return Question(kind, words, None, right=right, wrong=wrong)
    if isinstance(answer, bool) or not isinstance(answer, Value):
        notes.note((*at, "answer"), "a question needs 'answer': a number, or a figure's name")
        answer = None
    elif isinstance(answer, str) and answer not in claimed:
        notes.note((*at, "answer"), f"the figure {answer!r} is the answer and not claimed")
    if kind is QuestionKind.NUMBER:
        return Question(kind, words, answer, right=right, wrong=wrong)
    choices, replies, answer = _choices(notes, table, at, answer, seed)
    return Question(kind, words, answer, choices, replies)


def _choices(
    notes: Notes, table: Table, at: Place, answer: Value | None, seed: str
) -> tuple[tuple[str, ...], tuple[str, ...], Value | None]:
    """(choices, their replies, the answer) in the order in which they are shown."""
    choices, replies = texts_of(table, "choices"), texts_of(table, "replies")
    count, fault = len(choices), ("choices", "")
    if count < 2:
        fault = "choices", "a question to choose needs two choices or more"
    elif count > MOST_CHOICES:
        fault = "choices", f"there are at most {MOST_CHOICES} choices"
    elif len(set(choices)) < count:
        fault = "choices", "two choices are the same"
    elif len(replies) != count:
        counts = f"{counted(count, 'choice')} and {counted(len(replies), 'reply', 'replies')}"
        fault = "replies", f"{counts}: each choice has its reply, in the same order"
    elif isinstance(answer, int | float) and answer not in range(1, count + 1):
        fault = "answer", f"no choice is number {answer}; there are {count}"
    if fault[1]:
        notes.note((*at, fault[0]), fault[1])
        return choices, replies, answer
    order = list(range(count))
    Random(seed).shuffle(order)  # the same for everyone who reads this step
    if isinstance(answer, int | float):
        answer = order.index(int(answer) - 1)
    choices = tuple(choices[number] for number in order)
    return choices, tuple(replies[number] for number in order), answer


def _check_texts(notes: Notes, step: Step, at: Place) -> None:
    texts: list[tuple[str, Place]] = [(step.title, (*at, "title")), (step.text, (*at, "text"))]
    texts.append((step.reveal, (*at, "reveal")))
    if step.question is not None:
        asked, place = step.question, (*at, "question")
        texts += [(getattr(asked, key), (*place, key)) for key in ("words", "right", "wrong")]
        texts += [(choice, (*place, "choices")) for choice in asked.choices]
        texts += [(reply, (*place, "replies")) for reply in asked.replies]
    claimed = step.figures
    for text, place in texts:
        for name in QUOTE.findall(text):
            if name not in claimed:
                notes.note(place, f"{{{name}}} is quoted and not claimed", f"{{{name}}}")
        try:
            parse(text)
        except MarkError as error:
            notes.note(place, str(error), error.mark + error.after)


def bundled() -> dict[str, Path]:
    """The files of the lessons that come with Puzzler, by name; in no order."""
    return {file.stem: file for file in (resources.assets() / "lessons").glob("*.toml")}


def read_bundled() -> Shelf:
    """The lessons that come with Puzzler, in the order of their ranks."""
    return _read_all(bundled().values(), "")


def read_folder(folder: Path) -> Shelf:
    """The lessons of a folder, in the order of their ranks; PuzzlerError where it has none."""
    return _read_all(files_of(folder), printable(folder.resolve().name) or str(folder))


def files_of(folder: Path) -> list[Path]:
    """The files of a folder that are to be lessons; PuzzlerError where there are none."""
    try:
        files = [file for file in folder.iterdir() if file.suffix == ".toml"]
    except OSError as error:
        raise PuzzlerError(f"{folder}: cannot be read: {error.strerror or error}") from None
    if not files:
        raise PuzzlerError(f"{folder}: has no lessons: a lesson is a file that ends in .toml")
    return files


def _read_all(files: Iterable[Path], folder: str) -> Shelf:
    """A file that is wrong does not take the others away."""
    lessons, troubles = [], []
    for file in sorted(files):
        try:
            lessons.append(read_file(file))
        except LessonError as error:
            troubles.append(str(error))
    lessons.sort(key=lambda lesson: lesson.rank)
    return Shelf({lesson.name: lesson for lesson in lessons}, tuple(troubles), folder)


def read_file(file: Path) -> Lesson:
    """The lesson in a file; LessonError where it cannot be read or is not right."""
    name = file.name if file.name.isprintable() else ascii(file.name)
    reason, line = "", None
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) <= MOST_BYTES:
            return read(data.decode("utf-8-sig"), file.stem, name)
        reason = f"larger than {MOST_BYTES:,} bytes: that is no lesson"
    except IsADirectoryError:
        reason = "that is a folder, not a file"
    except FileNotFoundError:
        reason = "there is no such file"
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        reason = f"byte 0x{error.object[error.start]:02x} is not UTF-8 text"
    raise LessonError(name, (Fault(line, reason),))
