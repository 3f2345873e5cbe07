"""Questions as they are put to a student: with their choices, and the answer known."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.board.board import Board
from puzzler.game.lab.prediction import QuestionKind as Asks
from puzzler.game.lab.prediction import make_question
from puzzler.game.lessons.figures import NoFigureError, Ran
from puzzler.game.lessons.quoting import Value, as_read
from puzzler.game.lessons.values import Question, QuestionKind, Step


@dataclass(frozen=True)
class Asked:
    """A question of a step, ready to be put; figures are filled in."""

    kind: QuestionKind
    """How it is answered."""
    words: str
    """The question, with marks."""
    choices: tuple[str, ...]
    """What to choose from, with marks; boards as text where one is to be predicted."""
    boards: tuple[Board, ...]
    """The boards to choose from, where one is to be predicted; else ()."""
    right: Value
    """The number of the right choice, from 1; without choices the right number."""
    to_right: str
    """What is said to a right answer."""
    to_wrong: str
    """What is said to a wrong one."""

    @property
    def answer(self) -> str:
        """The right answer, as it is told."""
        if self.choices and isinstance(self.right, int):
            return self.choices[self.right - 1]
        return as_read(self.right)

    def is_right(self, given: float) -> bool:
        """Whether that is the right choice, from 1, or the right number."""
        return given == self.right

    def reply(self, given: float) -> str:
        """What is said to an answer: whether it is right, and why."""
        if self.is_right(given):
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
        boards, right = _next_boards(Ran(step.trial))
        choices = tuple(map(str, boards))
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


def _next_boards(ran: Ran) -> tuple[tuple[Board, ...], int]:
    """The boards to choose from, in an order that tells nothing, and which is right, from 1."""
    made = make_question(ran.glimpse, ran.coming, ran.trial.method.heuristic, Asks.NEXT)
    if made is None:
        raise NoFigureError("at this moment there is no board to predict")
    nodes = [choice.node for choice in made.choices]
    return tuple(node.board for node in nodes if node is not None), made.right + 1
