"""What entering a view begins, and how the question of a lesson is asked."""

from __future__ import annotations

from functools import partial

from puzzler.game.lessons.values import QuestionKind
from puzzler.window.dialogs.ask_text import open_paste
from puzzler.window.window import LENS, LESSON, Window

NUMBER_FIELD, CHOICE = "number", "lesson choice"
"""What answers a question of a lesson, by the names of the controls; a choice has its number."""


def look_inside(desk: Window) -> None:
    """Take the board that is shown to the Lab; where that is solved, the one that it began with."""
    reviewing = desk.reviewing
    if reviewing is None:
        desk.session.lessons.go_out(desk.session.lab.open)
        return
    board, goal = reviewing.board, reviewing.goal
    desk.session.lab.open(reviewing.source.scenario.start if board == goal else board, goal)


def open_race(desk: Window) -> None:
    """Take the board that is shown to a race, as it is taken to the Lab."""
    if desk.session.lessons.is_open:
        desk.session.lessons.go_out(partial(_race_step, desk))
        return
    reviewing = desk.reviewing
    if reviewing is None:
        desk.session.race.open()
        return
    board, goal = reviewing.board, reviewing.goal
    desk.session.race.open(reviewing.source.scenario.start if board == goal else board, goal)


def _race_step(desk: Window) -> None:
    """The searches that a step of a lesson compares; on another board where one was made."""
    session, inspecting = desk.session, desk.inspecting
    step = session.lessons.step
    assert step is not None, "a lesson is open"
    methods = [trial.method for trial in step.runs.values()]
    board = session.activity.board if inspecting is None else inspecting.problem.start
    session.race.open(board, session.activity.goal, methods if len(methods) > 1 else None)


def review_last(desk: Window) -> None:
    """Review the last game, or this one so far; where there is neither, offer what there is."""
    reviews, watching = desk.session.reviews, desk.watching
    is_searching = watching is not None and watching.is_searching
    if reviews.can_review or is_searching:
        reviews.open_last()  # while a search runs it says so
    else:
        open_paste(desk, is_first=True)


def predict_for_lesson(desk: Window) -> bool:
    """Ask what the step of a lesson asks, at its moment; False where it asks no such thing."""
    course, inspecting = desk.session.lessons, desk.inspecting
    step = course.step if course.is_open else None
    question = None if step is None else step.question
    if question is None or question.kind is not QuestionKind.PREDICT or inspecting is None:
        return False
    if course.answered is not None:
        return False
    if not inspecting.state().is_predicting:
        course.restore()
    if desk.is_compact:
        desk.lab_tab = LENS
    return True


def put_question(desk: Window) -> bool:
    """Lead to the question of a step; False where there is none, or it has been answered."""
    course = desk.session.lessons
    step = course.step
    if not course.is_open or step is None or step.question is None or course.answered is not None:
        return False
    if step.question.kind is QuestionKind.PREDICT:
        return predict_for_lesson(desk)
    if desk.is_compact:
        desk.lab_tab = LESSON
    wanted = NUMBER_FIELD if step.question.kind is QuestionKind.NUMBER else f"{CHOICE} 1"
    control = next((c for c in desk.controls.controls if c.name == wanted), None)
    desk.controls.focus(control)
    return True
