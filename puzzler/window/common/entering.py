"""What entering a view begins, and how the question of a lesson is asked."""

from __future__ import annotations

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lessons.lesson import AnswerKind, LessonQuestion
from puzzler.window.core.window import Window

LAB_TAB = "lab tab"
"""The key under which the user interface keeps which tab of the Lab was chosen."""
STATE = "state"
"""A tab of a compact window: the state being expanded. In a wide window it is always there."""
STEP_TEXT = "lesson text"
"""The key of what scrolls the text and the question of a step."""
_EXPLORING = "exploring"
"""The key under which the user interface keeps whether the step of a lesson is explored."""
NUMBER_FIELD, CHOICE = "number", "lesson choice"
"""What answers a question of a lesson, by the names of the controls; a choice has its number."""


def look_inside(window: Window) -> None:
    """Take the board that is shown to the Lab; where that is solved, the one that it began with."""
    window.session.lessons.go_out(window.session.lab.open)


def open_race(window: Window) -> None:
    """The same to a race; of a lesson with the methods that the step compares."""
    session = window.session
    state = session.lessons.state()
    step = state.step if state.is_open else None
    methods = [] if step is None else [trial.method for trial in step.runs.values()]
    chosen = methods if len(methods) > 1 else None
    session.lessons.go_out(lambda: session.race.open(methods=chosen))


def review_last(window: Window) -> None:
    """Review the last game, or this one so far; where there is neither, offer what can be."""
    window.session.reviews.open_last()


def is_exploring(window: Window) -> bool:
    """The step of a lesson that is open is shown with all of the Lab."""
    return bool(window.ui.choice(_EXPLORING, False))


def explore(window: Window, *, is_wanted: bool = True) -> None:
    """Show the step with all of the Lab; or its text and its panel again."""
    window.ui.choose(_EXPLORING, is_wanted)


def _open_question(window: Window) -> LessonQuestion | None:
    """What the step of a lesson asks, and has not been answered."""
    course = window.session.lessons.state()
    step = course.step if course.is_open else None
    return None if step is None or course.answered is not None else step.question


def predict_for_lesson(window: Window) -> bool:
    """Ask what the step of a lesson asks, at its moment; False where it asks no such thing."""
    question, inspecting = _open_question(window), window.session.activity
    if question is None or question.kind is not AnswerKind.PREDICT:
        return False
    if not isinstance(inspecting, Inspecting):
        return False
    explore(window, is_wanted=False)
    if not inspecting.state().is_predicting:
        window.session.lessons.restore()
    return True


def put_question(window: Window, choice: str = f"{CHOICE} 1") -> bool:
    """Lead to the question of a step; False where there is none, or it has been answered."""
    question = _open_question(window)
    if question is None:
        return False
    if question.kind is AnswerKind.PREDICT:
        return predict_for_lesson(window)
    explore(window, is_wanted=False)
    window.ui.rebuild()
    window.ui.go_to(NUMBER_FIELD if question.kind is AnswerKind.NUMBER else choice)
    window.ui.update()  # the question may be scrolled into sight
    return True
