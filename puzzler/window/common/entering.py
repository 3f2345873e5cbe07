"""Entering the Lab, a race or a review, and showing the question of a lesson."""

from __future__ import annotations

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lessons.learning import Learning
from puzzler.game.lessons.lesson import AnswerKind, LessonQuestion
from puzzler.window.core.window import Window

LAB_TAB = "lab tab"
"""The key of the chosen tab of the Lab."""
STATE = "state"
"""The tab with the expanded state. Only a compact window has this tab."""
STEP_TEXT = "lesson text"
"""The key of the scroll area with the text and the question of a step."""
_EXPLORING = "exploring"
"""The key of the choice to show a step with the whole Lab."""
FROM_LESSON = "The race has the board of the lesson."
NUMBER_FIELD, CHOICE, CODE_BUTTON = "number", "lesson choice", "choose code"
"""The keys of the controls that answer a question. The key of a choice ends with its number."""


def look_inside(window: Window) -> None:
    """Open the current board in the Lab, or the starting board if it is solved."""
    window.session.lessons.open_elsewhere(window.session.lab.open)


def open_race(window: Window) -> None:
    """Open the current board in a race. In a lesson, race the methods that the step compares."""
    session = window.session
    state = session.lessons.state()
    step = state.step if state.is_open else None
    methods = [] if step is None else [trial.method for trial in step.runs.values()]
    chosen = methods if len(methods) > 1 else None
    session.lessons.open_elsewhere(lambda: session.race.open(methods=chosen))
    if step is not None:
        window.say(FROM_LESSON)


def review_last(window: Window) -> None:
    """Review the last or the current game. If there is none, show what can be reviewed."""
    window.session.reviews.open_last()


def is_exploring(window: Window) -> bool:
    """Whether the open step of a lesson is shown with the whole Lab."""
    return bool(window.ui.choice(_EXPLORING, False))


def is_in_step(window: Window) -> bool:
    """Whether the search of a lesson's step is shown without the whole Lab."""
    return isinstance(window.session.lab.current, Learning) and not is_exploring(window)


def explore(window: Window, *, is_wanted: bool = True) -> None:
    """Show the step with the whole Lab, or only its text and its panel."""
    window.ui.choose(_EXPLORING, is_wanted)
    if isinstance(window.session.activity, Learning):
        window.session.activity.is_explored = is_wanted


def _open_question(window: Window) -> LessonQuestion | None:
    """Return the unanswered question of the open step, or None."""
    course = window.session.lessons.state()
    step = course.step if course.is_open else None
    return None if step is None or course.last_answer is not None else step.question


def predict_for_lesson(window: Window) -> bool:
    """Show the question of the step if it is a prediction. Return whether it is."""
    question, inspecting = _open_question(window), window.session.activity
    if question is None or question.kind is not AnswerKind.PREDICT:
        return False
    if not isinstance(inspecting, Inspecting):
        return False
    explore(window, is_wanted=False)
    if not inspecting.state().is_predicting:
        window.session.lessons.restore()
    return True


def focus_question(window: Window, choice: str = f"{CHOICE} 1") -> bool:
    """Focus the question of the step. Return False if there is no unanswered question."""
    question = _open_question(window)
    if question is None:
        return False
    if question.kind is AnswerKind.PREDICT:
        return predict_for_lesson(window)
    explore(window, is_wanted=False)
    window.ui.rebuild()
    controls = {AnswerKind.NUMBER: NUMBER_FIELD, AnswerKind.CODE: CODE_BUTTON}
    window.ui.go_to(controls.get(question.kind, choice))
    window.ui.update()  # the question may be scrolled into sight
    return True
