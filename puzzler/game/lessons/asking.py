"""Questions of lessons as they are put, and the check of every claim and question of a lesson."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.game.lab.prediction import QuestionKind as Asks
from puzzler.game.lab.prediction import make_question
from puzzler.game.lessons.figures import NoFigureError, Ran, value_of
from puzzler.game.lessons.values import (
    Fault,
    Lesson,
    Question,
    QuestionKind,
    Step,
    Trial,
    Value,
    agrees,
    as_read,
)


@dataclass(frozen=True)
class Asked:
    """A question of a step, ready to be put; figures are filled in."""

    kind: QuestionKind
    words: str
    choices: tuple[str, ...]
    """What to choose from, with marks; boards as text where one is to be predicted."""
    boards: tuple[Board, ...]
    """The boards to choose from, where one is to be predicted; else ()."""
    right: Value
    """The right answer: the number of a choice, from 1; without choices the number itself."""
    to_right: str
    to_wrong: str

    @property
    def answer(self) -> str:
        """The right answer, as text."""
        if self.choices and isinstance(self.right, int):
            return self.choices[self.right - 1]
        return as_read(self.right)

    def reply(self, given: float) -> str:
        """What is said to an answer: whether it is right, and why."""
        if given == self.right:
            return f"Right. {self.to_right}"
        return f"Not quite: it is {self.answer}. {self.to_wrong}"


def asked(step: Step) -> Asked | None:
    """The question of a step; None where it has none. NoFigureError where it has no answer."""
    question = step.question
    if question is None:
        return None
    choices = tuple(map(step.shown, question.choices))
    boards: tuple[Board, ...] = ()
    right: Value
    if question.kind is QuestionKind.PREDICT:
        glimpse, coming = Ran(step.trial).there
        made = make_question(glimpse, coming, step.trial.method.heuristic, Asks.NEXT)
        if made is None:
            raise NoFigureError("at this moment there is no board to predict")
        boards = tuple(choice.node.board for choice in made.choices if choice.node is not None)
        choices, right = tuple(map(str, boards)), made.right + 1
    else:
        right = _answer(step, question, choices)
    return Asked(
        question.kind,
        step.shown(question.words),
        choices,
        boards,
        right,
        step.shown(question.right),
        step.shown(question.wrong),
    )


def _answer(step: Step, question: Question, choices: tuple[str, ...]) -> Value:
    answer = question.answer
    assert answer is not None, "a question without one is not read"
    if not isinstance(answer, str):
        return answer
    value = step.figures[answer]  # it is checked with all claims: no search need be run
    if question.kind is QuestionKind.NUMBER:
        return value
    shown = as_read(value)
    if choices.count(shown) != 1:
        raise NoFigureError(f"{answer} is {shown}, which has to be one of the choices")
    return choices.index(shown) + 1


def check(lesson: Lesson) -> tuple[Fault, ...]:
    """What is not so; () where every claim holds and every question has its answer."""
    return tuple(fault for step in lesson.steps for fault in _step(step))


def _step(step: Step) -> Iterator[Fault]:
    ran: dict[Trial, Ran] = {}
    for claim in step.claims:
        run, dot, rest = claim.name.partition(".")
        trial, name = step.trial, claim.name
        if dot and run in step.runs:
            trial, name = step.runs[run], rest
        try:
            found = value_of(ran.setdefault(trial, Ran(trial)), name)
        except NoFigureError as error:
            yield Fault(claim.line, f"{claim.name}: {error}")
            continue
        if not agrees(claim.value, found):
            said = as_read(claim.value)
            yield Fault(claim.line, f"{claim.name} is said to be {said} and is {as_read(found)}")
    for name, trial in {"": step.trial, **step.runs}.items():
        if trial.moment == 0:
            continue
        try:
            _ = ran.setdefault(trial, Ran(trial)).there
        except NoFigureError as error:
            key = f"runs.{name}.moment" if name else "moment"
            yield Fault(step.lines.get(key), f"moment: {error}")
    try:
        asked(step)
    except NoFigureError as error:
        line = step.lines.get("question.answer", step.lines.get("question"))
        yield Fault(line, f"question: {error}")
