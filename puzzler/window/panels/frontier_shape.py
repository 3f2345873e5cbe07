"""How a search keeps what it has not expanded yet, and how that is said."""

from __future__ import annotations

from enum import Enum

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.prediction import Question, QuestionKind
from puzzler.humanize import counted
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.values import FrontierNode, Glimpse, Node
from puzzler.window.widgets.histogram import figure


class Shape(Enum):
    """How a search keeps what it has not expanded yet."""

    QUEUE = "queue"
    """In one order."""
    SIDES = "sides"
    """In two, from the start and from the goal."""
    PATH = "path"
    """It has the path that it is on."""
    CHOICES = "choices"
    """Which of these is next is what a person is asked, or was."""


TERMS_OF = {
    Shape.QUEUE: ("frontier",),
    Shape.SIDES: ("frontier", "side"),
    Shape.PATH: ("path",),
}
"""What the words above the boards are explained by."""
RANK = "rank: f or 2 g, whichever is larger"
"""What a search from both ends goes by."""


def shape_of(glimpse: Glimpse) -> Shape:
    """What there is to be shown of that moment."""
    if glimpse.bound is not None or not glimpse.frontier:
        return Shape.PATH
    if any(waiting.node.side for waiting in glimpse.frontier):
        return Shape.SIDES
    is_alone = len(glimpse.frontier) == 1 and glimpse.layer is None and not glimpse.histogram
    return Shape.PATH if is_alone and glimpse.path else Shape.QUEUE


def asked(inspecting: Inspecting) -> Question | None:
    """Which board is next is asked, or was just answered."""
    question, verdict = inspecting.state().question, inspecting.state().verdict
    if question is None and verdict is not None:
        question = verdict.question
    return question if question is not None and question.kind is QuestionKind.NEXT else None


def figures_of(node: Node) -> tuple[tuple[str, str], ...]:
    """What stands beside a board."""
    return ("g", f"{node.g:,}"), ("h", f"{node.h:,}"), ("f", figure(node.f))


def ordered(glimpse: Glimpse) -> str:
    """By what rule they are taken."""
    head = "Next" if first_of(glimpse) is not None else "Left over"
    return f"{head}: {glimpse.rule.words}" if glimpse.rule.words else head


def first_of(glimpse: Glimpse) -> FrontierNode | None:
    """What is taken next of all; None where the search has ended."""
    goes_on = glimpse.status is Status.RUNNING and bool(glimpse.frontier)
    return glimpse.frontier[0] if goes_on else None


def of_all(glimpse: Glimpse) -> str:
    """How many of how many are shown."""
    shown, size = len(glimpse.frontier), glimpse.frontier_size
    words = f"the first {shown:,} of {size:,}" if shown < size else counted(shown, "state")
    return words if glimpse.layer is None else f"layer {glimpse.layer:,}, {words}"
