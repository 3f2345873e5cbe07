"""Fills in the questions of lessons, and checks all claims and questions of a lesson."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from puzzler.formats.toml_reading import Fault
from puzzler.game.lab.prediction import PredictionKind, make_question
from puzzler.game.lessons.figures import NoFigureError, TrialResults, value_of
from puzzler.game.lessons.lesson import (
    AnswerKind,
    Lesson,
    LessonQuestion,
    LessonStep,
    Trial,
    Value,
    agrees,
    format_value,
)
from puzzler.humanize import counted, listed
from puzzler.search.inspection.observation import Expansion, Node, rule_text

LETTERS = "ABCDEF"
"""The letters and keys of the choices, in the order shown."""


@dataclass(frozen=True)
class ShownQuestion:
    """A question of a step with its figures filled in."""

    kind: AnswerKind
    text: str
    choices: tuple[str, ...]
    """The choices, with marks. In a prediction, the boards as text."""
    nodes: tuple[Node, ...]
    """The boards to choose from in a prediction, else ()."""
    frontier: str
    """In a prediction, the size of the frontier and the rule of selection; else ""."""
    captions: tuple[str, ...]
    """In a prediction, g and h of each board, and whether it is a successor just generated."""
    right: Value
    """The right answer: the index of a choice, a number, or the required properties of the
    student's heuristic."""
    replies: tuple[str, ...]
    """The reply to each choice; without choices, to a right and to a wrong answer."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The choices as text, with marks; boards with their captions."""
        pairs = zip(self.choices, self.captions, strict=True) if self.nodes else ()
        return tuple(f"{board}   {caption}" for board, caption in pairs) or self.choices

    @property
    def letter(self) -> str:
        """The letter of the right choice; "" without choices."""
        return LETTERS[cast("int", self.right)] if self.choices else ""

    @property
    def answer(self) -> str:
        """The right answer, as text."""
        return self.choices[cast("int", self.right)] if self.choices else format_value(self.right)

    def reply(self, answer: Value) -> str:
        """Return the reply to an answer, with marks."""
        if self.kind is AnswerKind.CHOOSE:
            why = self.replies[cast("int", answer)]
        else:
            why = self.replies[answer != self.right]
        if answer == self.right:
            return f"**Right.** {why}"
        is_number = self.kind is AnswerKind.NUMBER
        return f"**{f'Not quite: it is {self.answer}.' if is_number else 'Not quite.'}** {why}"


def fill_question(step: LessonStep) -> ShownQuestion | None:
    """Return the question of a step, if it has one. Raises NoFigureError if it has no answer."""
    question = step.question
    if question is None:
        return None
    choices = tuple(map(step.fill_in, question.choices))
    nodes: tuple[Node, ...] = ()
    captions: tuple[str, ...] = ()
    frontier = ""
    right: Value
    if question.kind is AnswerKind.PREDICT:
        glimpse, following = TrialResults(step.trial).at_moment
        heuristic = step.trial.method.heuristic
        prediction = make_question(
            glimpse, following, heuristic, step.trial.problem.goal, PredictionKind.NEXT
        )
        if prediction is None:
            raise NoFigureError("there is no board to predict at this moment")
        nodes = tuple(choice.node for choice in prediction.choices if choice.node is not None)
        choices, right = tuple(str(node.board) for node in nodes), prediction.right
        count = counted(glimpse.frontier_size, "state")
        frontier = f"The frontier holds {count}. Selected first: {rule_text(glimpse.rule)}."
        captions = tuple(_caption(node, glimpse.expansion) for node in nodes)
    else:
        right = _answer(step, question, choices)
    return ShownQuestion(
        question.kind,
        step.fill_in(question.text),
        choices,
        nodes,
        frontier,
        captions,
        right,
        tuple(map(step.fill_in, question.replies)),
    )


def _caption(node: Node, last: Expansion | None) -> str:
    text = f"g {node.g:,}  h {node.h:,}"  # f would be the answer
    newest = [] if last is None else [each.node.board for each in last.successors]
    if node.board not in newest:
        return text
    return f"{text}  successor {newest.index(node.board) + 1} of the last expansion"


def _answer(step: LessonStep, question: LessonQuestion, choices: tuple[str, ...]) -> Value:
    answer = question.answer
    if question.kind is AnswerKind.CODE:
        return f"a heuristic that is {listed([task.title for task in question.tasks])}"
    assert answer is not None, "required by the reader"
    if not isinstance(answer, str):
        return answer
    value = step.figures[answer]  # all claims are checked, so that no search need run
    if question.kind is AnswerKind.NUMBER:
        return value
    shown = format_value(value)
    if choices.count(shown) != 1:
        raise NoFigureError(f"{answer} is {shown}, which must be one of the choices")
    return choices.index(shown)


def check(lesson: Lesson) -> tuple[Fault, ...]:
    """Return a fault for every false claim and every question without an answer."""
    return tuple(fault for step in lesson.steps for fault in _step(step))


def _step(step: LessonStep) -> Iterator[Fault]:
    results: dict[Trial, TrialResults] = {}
    for claim, value in step.figures.items():
        run, dot, rest = claim.partition(".")
        trial, name = (step.runs[run], rest) if dot and run in step.runs else (step.trial, claim)
        line = step.lines.get(f"claims.{claim}", step.lines.get("claims"))
        try:
            actual = value_of(results.setdefault(trial, TrialResults(trial)), name)
        except NoFigureError as error:
            yield Fault(line, f"{claim}: {error}")
            continue
        if isinstance(value, str) and not isinstance(actual, str):
            yield Fault(line, f"{claim} is a number: write {actual}, without quotes")
        elif isinstance(actual, str) and not isinstance(value, str):
            yield Fault(line, f'{claim} is text: write "{actual}", in quotes')
        elif not agrees(value, actual):
            values = f"claimed {format_value(value)}, actual {format_value(actual)}"
            yield Fault(line, f"{claim}: {values}")
    for name, trial in {"": step.trial, **step.runs}.items():
        if trial.moment == 0:
            continue
        try:
            _ = results.setdefault(trial, TrialResults(trial)).at_moment
        except NoFigureError as error:
            key = f"runs.{name}.moment" if name else "moment"
            yield Fault(step.lines.get(key), f"moment: {error}")
    try:
        fill_question(step)
    except NoFigureError as error:
        line = step.lines.get("question.answer", step.lines.get("question"))
        yield Fault(line, f"question: {error}")
