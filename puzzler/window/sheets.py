"""Opens the sheets: each with what it needs of the desk."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from puzzler.game.lessons.values import QuestionKind
from puzzler.game.play.editing import Editing, Target
from puzzler.game.play.settings import Face
from puzzler.window.board.pictures import SUFFIXES, PictureError, load_picture
from puzzler.window.overlays.around import Around
from puzzler.window.overlays.blocks import Words
from puzzler.window.overlays.board_sheet import BoardPages
from puzzler.window.overlays.file_sheet import FilePages
from puzzler.window.overlays.goal_sheet import goal_sheet
from puzzler.window.overlays.lesson_board_sheet import LessonBoardPages
from puzzler.window.overlays.paste_sheet import PastePages
from puzzler.window.overlays.picture_sheet import PicturePages
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.overlays.statistics_sheet import StatisticsPages
from puzzler.window.previews import look_at
from puzzler.window.saving import results_folder
from puzzler.window.window import LENS, LESSON, Window

NUMBER_FIELD, CHOICE = "number", "lesson choice"
"""What answers a question of a lesson, by the names of the controls; a choice has its number."""


def open_board(desk: Window) -> None:
    """A board of another size, goal, difficulty or seed."""
    skin = replace(desk.view.skin, labels=None)  # for boards of any size
    pages = BoardPages(desk.session, desk.clipboard, skin, lambda: draw_goal(desk))
    desk.open(pages.sheet)


def draw_goal(desk: Window) -> None:
    """Place the tiles of the goal by hand."""
    desk.session.edit()
    activity = desk.session.activity
    if isinstance(activity, Editing):
        activity.turn_to(Target.GOAL)


def open_goal(desk: Window) -> None:
    """The board to reach, large."""
    desk.open(goal_sheet(desk.session, desk.view.skin))


def open_pictures(desk: Window) -> None:
    """What the tiles show."""

    def choose_file(on_choose: Callable[[Path], str]) -> None:
        present = desk.picture
        folder = Path(desk.session.settings.folder or Path.home())
        if present is not None and not present.is_bundled:
            folder = present.file.parent
        look = partial(look_at, scenario=desk.session.activity.play.scenario)
        desk.open(FilePages(folder, SUFFIXES, on_choose, lambda: desk.painter, look=look).sheet)

    pages = PicturePages(desk.get_settings, desk.put_settings, desk.picture, choose_file)
    desk.open(pages.sheet)


def open_statistics(desk: Window) -> None:
    """What was solved, and what got better."""
    around = Around(
        desk.clipboard,
        desk.open_menu,
        desk.open,
        desk.overlays.close_all,
        lambda: desk.painter,
        lambda: desk.size,
        lambda: desk.now,
        results_folder,
    )
    pages = StatisticsPages(desk.session, around)
    desk.open(pages.sheet)


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


def open_paste(desk: Window, *, is_first: bool = False) -> None:
    """A solution that came from elsewhere; what is in the clipboard is there already."""
    session = desk.session
    text = desk.clipboard.paste() or ""
    pages = PastePages(
        session.files.review_text,
        session.drills.begin_generated,
        desk.clipboard,
        text="" if is_first else text,
        is_first=is_first,
    )
    desk.open(pages.sheet)


def take_picture(desk: Window, file: Path) -> None:
    """Put a file onto the tiles; what cannot be is said in one line."""
    try:
        picture = load_picture(file)
    except PictureError as error:
        desk.overlays.close_all()
        desk.open(Sheet("This picture cannot be used", [Words(str(error))]))
        return
    desk.set(face=Face.PICTURE, picture=picture.key)


def open_lesson_board(desk: Window) -> None:
    """Another board for the step of a lesson that is open."""
    session = desk.session
    pages = LessonBoardPages(
        session.lessons.take_board,
        session.lessons.random_board,
        desk.clipboard,
        str(session.activity.board),
    )
    desk.open(pages.sheet)


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
    desk.ui.rebuild()
    desk.ui.go_to(wanted)
    return True
