"""Questions of lessons as they are put, and the check of every claim and question of a lesson."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from puzzler.formats.toml_reading import Fault
from puzzler.game.lab.prediction import PredictionKind, make_question
from puzzler.game.lessons.figures import NoFigureError, Ran, value_of
from puzzler.game.lessons.lesson import (
    AnswerKind,
    Lesson,
    LessonQuestion,
    LessonStep,
    Trial,
    Value,
    agrees,
    as_read,
)
from puzzler.humanize import counted, listed
from puzzler.search.inspection.observation import Expansion, Node

LETTERS = "ABCDEF"
"""Before the choices, in the order in which they are shown; their keys, too."""


@dataclass(frozen=True)
class Asked:
    """A question of a step, ready to be put; figures are filled in."""

    kind: AnswerKind
    words: str
    choices: tuple[str, ...]
    """What to choose from, with marks; boards as text where one is to be predicted."""
    nodes: tuple[Node, ...]
    """The choices where a board is to be predicted; else ()."""
    frontier: str
    """There: how many states wait, and the rule by which one is selected; else ""."""
    captions: tuple[str, ...]
    """There: g, h and f of each board, and whether it is a successor of the last expansion."""
    right: Value
    """The right answer: the index of a choice; without choices the number itself, or what a
    heuristic of the student's has to be."""
    replies: tuple[str, ...]
    """The reply to each choice; without choices to a right answer, and to a wrong one."""

    @property
    def lines(self) -> tuple[str, ...]:
        """The choices as text, with marks; boards with their captions."""
        pairs = zip(self.choices, self.captions, strict=True) if self.nodes else ()
        return tuple(f"{board}   {caption}" for board, caption in pairs) or self.choices

    @property
    def letter(self) -> str:
        """The letter of the right choice; "" without choices."""
        return LETTERS[int(self.right)] if self.choices else ""

    @property
    def answer(self) -> str:
        """The right answer, as text."""
        return self.choices[int(self.right)] if self.choices else as_read(self.right)

    def reply(self, given: Value) -> str:
        """What is said to an answer, with marks: whether it is right, and why."""
        if self.kind is AnswerKind.CHOOSE:
            why = self.replies[int(given)]
        else:
            why = self.replies[given != self.right]
        if given == self.right:
            return f"**Right.** {why}"
        is_number = self.kind is AnswerKind.NUMBER
        return f"**{f'Not quite: it is {self.answer}.' if is_number else 'Not quite.'}** {why}"


def asked(step: LessonStep) -> Asked | None:
    """The question of a step; None where it has none. NoFigureError where it has no answer."""
    question = step.question
    if question is None:
        return None
    choices = tuple(map(step.shown, question.choices))
    nodes: tuple[Node, ...] = ()
    captions: tuple[str, ...] = ()
    frontier = ""
    right: Value
    if question.kind is AnswerKind.PREDICT:
        glimpse, coming = Ran(step.trial).there
        made = make_question(glimpse, coming, step.trial.method.heuristic, PredictionKind.NEXT)
        if made is None:
            raise NoFigureError("at this moment there is no board to predict")
        nodes = tuple(choice.node for choice in made.choices if choice.node is not None)
        choices, right = tuple(str(node.board) for node in nodes), made.right
        count = counted(glimpse.frontier_size, "state")
        frontier = f"The frontier holds {count}. Selected first: {glimpse.rule.words}."
        captions = tuple(_caption(node, glimpse.expansion) for node in nodes)
    else:
        right = _answer(step, question, choices)
    return Asked(
        question.kind,
        step.shown(question.words),
        choices,
        nodes,
        frontier,
        captions,
        right,
        tuple(map(step.shown, question.replies)),
    )


def _caption(node: Node, last: Expansion | None) -> str:
    words = f"g {node.g:,}  h {node.h:,}  f {node.f:,g}"
    newest = [] if last is None else [each.node.board for each in last.successors]
    if node.board not in newest:
        return words
    return f"{words}  successor {newest.index(node.board) + 1} of the last expansion"


def _answer(step: LessonStep, question: LessonQuestion, choices: tuple[str, ...]) -> Value:
    answer = question.answer
    if question.kind is AnswerKind.CODE:
        return f"a heuristic that is {listed([task.title for task in question.tasks])}"
    assert answer is not None, "a question without one is not read"
    if not isinstance(answer, str):
        return answer
    value = step.figures[answer]  # it is checked with all claims: no search need be run
    if question.kind is AnswerKind.NUMBER:
        return value
    shown = as_read(value)
    if choices.count(shown) != 1:
        raise NoFigureError(f"{answer} is {shown}, which has to be one of the choices")
    return choices.index(shown)


def check(lesson: Lesson) -> tuple[Fault, ...]:
    """What is not so; () where every claim holds and every question has its answer."""
    return tuple(fault for step in lesson.steps for fault in _step(step))


def _step(step: LessonStep) -> Iterator[Fault]:
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
        if isinstance(claim.value, str) and not isinstance(found, str):
            yield Fault(claim.line, f"{claim.name} is a number: write {found}, without quotes")
        elif isinstance(found, str) and not isinstance(claim.value, str):
            yield Fault(claim.line, f'{claim.name} is text: write "{found}", in quotes')
        elif not agrees(claim.value, found):
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
