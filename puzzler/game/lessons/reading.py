"""Reads a lesson from its TOML file; what is wrong in it is told with line and word.

What a step does not say is as in the step before. One that names a board begins anew with the
standard goal, one that names an algorithm with that algorithm's own heuristic, weight, order and
ties. Where the search stands, what is highlighted and what is claimed is each step's own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from puzzler.board.board import Board
from puzzler.board.errors import BoardError, UnsolvableError
from puzzler.board.goal import GOALS
from puzzler.game.lessons.figures import is_figure
from puzzler.game.lessons.lines import lines_of
from puzzler.game.lessons.markup import MarkError, parse
from puzzler.game.lessons.quoting import Value, quoted_names
from puzzler.game.lessons.values import (
    Claim,
    Fault,
    Highlight,
    Lesson,
    LessonError,
    Question,
    QuestionKind,
    Step,
    Tab,
    Trial,
    View,
)
from puzzler.search.limits import Limit
from puzzler.search.method import Method
from puzzler.search.problem import Problem
from puzzler.words import listed

MOST_EXPANSIONS = 500_000
"""A lesson's search goes no further: one that takes longer is none that a student looks into."""
LEAST_LANES, MOST_LANES = 2, 4
END = "end"
LIMIT = Limit(expansions=MOST_EXPANSIONS)

METHOD = {
    "algorithm": str,
    "heuristic": str,
    "weight": float,
    "order": str,
    "ties": str,
    "depth_limit": int,
}
RUN = {"board": str, "goal": str, **METHOD, "moment": object}
STEP = {
    "title": str,
    "text": str,
    **RUN,
    "view": str,
    "tab": str,
    "highlight": list,
    "runs": dict,
    "claims": dict,
    "question": dict,
}
QUESTION = {
    "kind": str,
    "words": str,
    "choices": list,
    "answer": object,
    "right": str,
    "wrong": str,
}
LESSON = {"title": str, "summary": str, "rank": int, "sources": list, "step": list}
KINDS = {
    str: "text in quotes",
    int: "a whole number",
    float: "a number",
    list: "a list in brackets",
    dict: "a table",
}

Table = Mapping[str, Any]
Chosen = TypeVar("Chosen", bound=StrEnum)


def read(text: str, name: str, file: str = "") -> Lesson:
    """The lesson that a text holds; LessonError names all that is wrong in it."""
    text = text.replace("\r\n", "\n")
    file = file or name
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column \d+\)", str(error))
        words = re.sub(r" \(at .*\)$", "", str(error))
        line = int(place[1]) if place else len(text.splitlines())
        fault = Fault(line, f"no TOML: {words[:1].lower()}{words[1:]}")
        raise LessonError(file, (fault,)) from None
    reader = _Reader(text)
    lesson = reader.lesson(data, name, file)
    if reader.faults:
        faults = sorted(reader.faults, key=lambda fault: fault.line or 0)
        raise LessonError(file, tuple(faults))
    assert lesson is not None, "there is one where nothing is wrong"
    return lesson


class _Reader:
    """Goes through the tables, and notes all that is wrong."""

    def __init__(self, text: str) -> None:
        self.faults: list[Fault] = []
        self._text = text.splitlines()
        self._lines = lines_of(text)

    def lesson(self, data: Table, name: str, file: str) -> Lesson | None:
        """The lesson; None where it has no steps."""
        self._check_keys(data, LESSON, (), "a lesson", ("title", "summary", "step"))
        tables = data.get("step")
        if not isinstance(tables, list) or not all(isinstance(each, dict) for each in tables):
            self._note((), "a lesson needs steps, each under [[step]]")
            return None
        steps: list[Step] = []
        before: Trial | None = None
        for number, table in enumerate(tables):
            step = self._step(table, ("step", number), before, steps[-1] if steps else None)
            if step is not None:
                steps.append(step)
                before = step.trial
        return Lesson(
            name,
            str(data.get("title", "")),
            str(data.get("summary", "")),
            data.get("rank", 0) if isinstance(data.get("rank", 0), int) else 0,
            tuple(steps),
            tuple(map(str, data.get("sources", []))),
            file,
        )

    # ---- One step ---------------------------------------------------------------------------

    def _step(
        self, table: Table, at: Place, before: Trial | None, last: Step | None
    ) -> Step | None:
        self._check_keys(table, STEP, at, "a step", ("title", "text"))
        trial = self._trial(table, at, before)
        if trial is None:
            return None
        runs: dict[str, Trial] = {}
        tables = table.get("runs", {})
        for name, run in tables.items() if isinstance(tables, dict) else ():
            if not isinstance(run, dict) or is_figure(name) or "." in name or name in _FAMILIES:
                self._note((*at, "runs", name), f"a run cannot be called {name!r}")
                continue
            self._check_keys(run, RUN, (*at, "runs", name), "a run", ())
            found = self._trial(run, (*at, "runs", name), replace(trial, moment=0))
            if found is not None:
                runs[name] = found
        view = self._choice(table, "view", View, at) or (last.view if last else View.LAB)
        if view is View.RACE and not LEAST_LANES <= len(runs) <= MOST_LANES:
            self._note(at, f"a race has {LEAST_LANES} to {MOST_LANES} runs, not {len(runs)}")
        claims = self._claims(table.get("claims", {}), (*at, "claims"), "", runs)
        step = Step(
            str(table.get("title", "")),
            str(table.get("text", "")).strip(),
            trial,
            view,
            self._choice(table, "tab", Tab, at) or (last.tab if last else None),
            tuple(self._choices(table, "highlight", Highlight, at)),
            runs,
            tuple(claims),
            self._question(table.get("question"), (*at, "question"), runs),
            self._lines_within(at),
        )
        self._check_texts(step, table, at)
        return step

    def _trial(self, table: Table, at: Place, before: Trial | None) -> Trial | None:
        moment = table.get("moment", 0)
        if moment == END:
            moment = None
        elif not isinstance(moment, int) or isinstance(moment, bool) or moment < 0:
            self._note(
                (*at, "moment"), f'moment is a number of expansions or "end", not {moment!r}'
            )
            moment = 0
        start = self._board(table, "board", at) or (before.start if before else None)
        if start is None:
            if "board" not in table:
                self._note(at, "the first step needs a board")
            return None
        if "goal" in table:
            goal = self._goal(table, at, start)
        elif "board" in table or before is None:
            goal = Board.solved(*start.size)
        else:
            goal = before.goal
        method = self._method(table, at, before)
        if goal is None or method is None:
            return None
        try:
            Problem(start, goal)
        except (UnsolvableError, BoardError) as error:
            self._note((*at, "board" if "board" in table else "goal"), str(error))
            return None
        return Trial(start, goal, method, moment)

    def _board(self, table: Table, key: str, at: Place) -> Board | None:
        if not isinstance(table.get(key), str):
            return None
        try:
            return Board.parse(table[key])
        except BoardError as error:
            self._note((*at, key), f"{table[key]!r}: {error.reason}")
            return None

    def _goal(self, table: Table, at: Place, start: Board) -> Board | None:
        name = table["goal"]
        if isinstance(name, str) and name in GOALS:
            return GOALS[name](*start.size)
        goal = self._board(table, "goal", at)
        if goal is not None and goal.size != start.size:
            self._note((*at, "goal"), "the goal and the board differ in shape")
            return None
        return goal

    def _method(self, table: Table, at: Place, before: Trial | None) -> Method | None:
        given = {key: table[key] for key in METHOD if key in table}
        if not given and before is not None:
            return before.method
        begins = "algorithm" in given or before is None
        kept = {} if begins or before is None else _as_given(before.method)
        method: Method | None = None
        for key in METHOD:  # one after the other, so that the line of what is wrong is known
            if key in given:
                kept[key] = given[key]
            try:
                method = Method(limit=LIMIT, **kept)
            except (ValueError, TypeError) as error:
                self._note((*at, key), str(error))
                return None
        return method

    # ---- What a step says -------------------------------------------------------------------

    def _claims(
        self, table: object, at: Place, prefix: str, runs: Mapping[str, Trial]
    ) -> list[Claim]:
        claims = []
        for key, value in table.items() if isinstance(table, dict) else ():
            name, place = f"{prefix}{key}", (*at, key)
            if isinstance(value, dict):
                claims += self._claims(value, place, f"{name}.", runs)
            elif isinstance(value, bool) or not isinstance(value, Value):
                self._note(place, f"{name} is a number or text, not {value!r}")
            elif self._is_known(name, runs, place):
                claims.append(Claim(name, value, self._line(place) or 0))
        return claims

    def _is_known(self, name: str, runs: Mapping[str, Trial], at: Place) -> bool:
        run, dot, rest = name.partition(".")
        figure = rest if dot and run in runs else name
        if not is_figure(figure):
            known = f"; the runs are {listed(list(runs))}" if runs else ""
            self._note(at, f"no figure is called {name!r}{known}")
        return is_figure(figure)

    def _question(self, table: object, at: Place, runs: Mapping[str, Trial]) -> Question | None:
        if not isinstance(table, dict):
            return None
        self._check_keys(table, QUESTION, at, "a question", ("kind", "right", "wrong"))
        kind = self._choice(table, "kind", QuestionKind, at)
        if kind is None:
            return None
        choices = tuple(map(str, table.get("choices", [])))
        answer = table.get("answer")
        if kind is QuestionKind.PREDICT:
            if answer is not None or choices:
                self._note(at, "a question to predict needs no answer: the search says it")
        else:
            if not table.get("words"):
                self._note(at, "a question needs words")
            if isinstance(answer, bool) or not isinstance(answer, Value):
                self._note((*at, "answer"), "a question needs an answer: a number or a figure")
                return None
            if isinstance(answer, str):
                self._is_known(answer, runs, (*at, "answer"))
        if kind is QuestionKind.CHOOSE:
            if len(choices) < 2:
                self._note((*at, "choices"), "a question to choose needs two choices or more")
            elif isinstance(answer, int | float) and answer not in range(1, len(choices) + 1):
                self._note(
                    (*at, "answer"), f"no choice is number {answer}; there are {len(choices)}"
                )
        elif choices:
            self._note((*at, "choices"), f"a question of kind {kind} has no choices")
        words = str(table.get("words", "Which board is expanded next?"))
        right, wrong = str(table.get("right", "")), str(table.get("wrong", ""))
        return Question(kind, words, choices, answer, right, wrong)

    def _check_texts(self, step: Step, table: Table, at: Place) -> None:
        """Marks are closed, and every figure that is quoted is claimed."""
        texts: list[tuple[str, Place]] = [(step.title, (*at, "title")), (step.text, (*at, "text"))]
        if step.question is not None:
            asked, place = step.question, (*at, "question")
            texts += [(getattr(asked, key), (*place, key)) for key in ("words", "right", "wrong")]
            texts += [(choice, (*place, "choices")) for choice in asked.choices]
        claimed = step.figures
        for text, place in texts:
            for name in quoted_names(text):
                if name not in claimed:
                    self._note(place, f"{{{name}}} is quoted and not claimed", f"{{{name}}}")
            try:
                parse(text)
            except MarkError as error:
                self._note(place, str(error), error.mark + error.after.split("\n")[0])

    # ---- Within -----------------------------------------------------------------------------

    def _check_keys(
        self,
        table: Table,
        known: Mapping[str, type],
        at: Place,
        what: str,
        needed: tuple[str, ...],
    ) -> None:
        for key, value in table.items():
            if key not in known:
                self._note((*at, key), f"{what} has no {key!r}; it has {listed(list(known))}")
            elif not _is_a(value, known[key]):
                self._note((*at, key), f"{key} is {KINDS[known[key]]}, not {value!r}")
        for key in needed:
            if not table.get(key):
                self._note(at, f"{what} needs {key!r}")

    def _choice(self, table: Table, key: str, kind: type[Chosen], at: Place) -> Chosen | None:
        return self._chosen(table[key], kind, (*at, key)) if key in table else None

    def _choices(self, table: Table, key: str, kind: type[Chosen], at: Place) -> list[Chosen]:
        words = table.get(key, [])
        found = [self._chosen(word, kind, (*at, key)) for word in words]
        return [each for each in found if each is not None]

    def _chosen(self, word: object, kind: type[Chosen], at: Place) -> Chosen | None:
        try:
            return kind(str(word))
        except ValueError:
            there = listed([each.value for each in kind], "or")
            self._note(at, f"{at[-1]} is {there}, not {word!r}")
            return None

    def _line(self, at: Place) -> int | None:
        """The line of a key; of what it stands in where it is not in the file itself."""
        while at and at not in self._lines:
            at = at[:-1]
        return self._lines.get(at)

    def _lines_within(self, at: Place) -> dict[str, int]:
        inside = {path: line for path, line in self._lines.items() if path[: len(at)] == at}
        return {".".join(map(str, path[len(at) :])): line for path, line in inside.items()}

    def _note(self, at: Place, words: str, token: str = "") -> None:
        """Note a fault at a key; where ``token`` is in the text that begins there, at its line."""
        line = self._line(at)
        if token and line is not None:
            rest = enumerate(self._text[line - 1 :], line)
            line = next((number for number, text in rest if token in text), line)
        self.faults.append(Fault(line, words))


Place = tuple[str | int, ...]
_FAMILIES = ("at", "layer", "bound", "pass", "neighbour")


def _as_given(method: Method) -> dict[str, Any]:
    return {key: getattr(method, key) for key in METHOD}


def _is_a(value: object, kind: type) -> bool:
    if isinstance(value, bool):
        return False
    return isinstance(value, int | float) if kind is float else isinstance(value, kind)
