"""Lessons in the window: the list, a step beside its search, and hands and keys through both."""

from __future__ import annotations

import pygame
import pytest
from pygame import Rect

from puzzler.board import Board
from puzzler.game.lessons.files import read_bundled
from puzzler.game.lessons.learning import Browsing, Learning, Trying
from puzzler.game.lessons.markup import parse
from puzzler.game.lessons.values import Shelf
from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import Settings
from puzzler.game.storage.practice import Answered
from puzzler.window.common.views import LAB, LESSONS, PLAY, RACE
from puzzler.window.lessons.rich_text import laid_out
from puzzler.window.overlays.menu import Menu
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.themes import find_themes
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from puzzler.window.widgets.spot import Spot
from puzzler.window.window import LENS, LESSON
from tests.game.lessons.lesson_texts import lessons
from tests.window.conftest import HARD, Opener, Window

CTRL = pygame.KMOD_LCTRL
SIZES = [(480, 360), (640, 480), (600, 900), (1024, 768), (1280, 800), (1920, 1080)]
START = Board.parse("4 2 0/5 1 3")


def arrive(window: Window) -> None:
    """Wait until what was asked for is shown."""
    inspecting = window.desk.inspecting
    if inspecting is not None:
        window.wait_for(lambda: inspecting.state().glimpse is not None and not inspecting.is_busy)
    window.settle()


def opened(open_board: Opener, name: str = "first", position: int = 0, **more: object) -> Window:
    """A window in which a step of a lesson is open."""
    window = open_board(HARD, **more)
    window.session.lessons.begin(lessons()[name], position)
    arrive(window)
    return window


def names(window: Window) -> set[str]:
    """Of the controls that are there."""
    return {control.name for control in window.desk.controls.controls}


# ---- There and back ------------------------------------------------------------------------------


def test_a_key_leads_to_the_list_and_escape_back(open_board: Opener) -> None:
    window = open_board(HARD)
    window.key(pygame.K_5, CTRL)
    assert window.screen.view.name == LESSONS
    assert isinstance(window.session.activity, Browsing)
    assert "Lessons" in window.words
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY and isinstance(window.session.activity, Playing)


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
def test_keys_go_through_the_list_and_begin(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(HARD, size=size)
    window.key(pygame.K_5, CTRL)
    grid = window.control("lessons")
    assert grid.marked == 0
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    arrive(window)
    course = window.session.lessons
    assert course.lesson == course.lessons[list(course.lessons)[1]]
    assert window.screen.view.name == LESSONS
    window.key(pygame.K_ESCAPE)
    if not isinstance(window.session.activity, Browsing):  # it put a question away
        window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Browsing)
    assert window.control("lessons").marked == 1
    window.key(pygame.K_END)
    grid = window.control("lessons")
    assert grid.marked == len(course.lessons) - 1
    assert window.control("lessons").rect.contains(grid.place_of(grid.marked))


def test_a_press_begins_a_lesson(open_board: Opener) -> None:
    window = open_board(HARD)
    window.key(pygame.K_5, CTRL)
    window.click(window.control("lessons").place_of(1).center)
    arrive(window)
    course = window.session.lessons
    assert course.is_open and course.lesson == course.lessons[list(course.lessons)[1]]


def test_the_lab_is_gone_to_and_the_step_is_come_back_to(open_board: Opener) -> None:
    window = opened(open_board)
    window.key(pygame.K_2, CTRL)
    arrive(window)
    assert window.screen.view.name == LAB
    assert window.desk.inspecting.problem.start == START
    window.key(pygame.K_5, CTRL)
    arrive(window)
    assert isinstance(window.session.activity, Learning)
    window.key(pygame.K_1, CTRL)
    assert window.screen.view.name == PLAY and str(window.session.snapshot().play.board) == HARD
    window.key(pygame.K_5, CTRL)
    assert window.session.lessons.is_open


def test_escape_leads_back_to_the_step_that_one_came_from(open_board: Opener) -> None:
    window = opened(open_board, position=2)
    window.key(pygame.K_2, CTRL)
    arrive(window)
    window.key(pygame.K_ESCAPE)
    assert window.session.lessons.is_open and window.session.lessons.position == 2
    window.key(pygame.K_1, CTRL)
    window.key(pygame.K_2, CTRL)
    arrive(window)
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY, "from Play one came this time"


def test_the_searches_of_a_step_race(open_board: Opener) -> None:
    window = open_board(HARD)
    course = window.session.lessons
    course.begin(course.lessons["weighted"], 2)
    arrive(window)
    step = course.step
    window.click_control("race them")
    window.settle()
    assert window.screen.view.name == RACE
    racing = window.session.race.racing
    assert racing.problem.start == step.trial.start
    assert [method.weight for method in racing.methods] == [
        trial.method.weight for trial in step.runs.values()
    ]
    window.key(pygame.K_ESCAPE)
    arrive(window)
    assert course.is_open and course.position == 2


# ---- Through a lesson ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
def test_a_lesson_by_the_keyboard_alone(open_board: Opener, size: tuple[int, int]) -> None:
    window = opened(open_board, size=size)
    course, desk = window.session.lessons, window.desk
    window.key(pygame.K_RETURN)  # to the question
    assert desk.controls.focused is window.control("lesson choice 1")
    window.key(pygame.K_2)
    assert course.answered == Answered("2", True)
    assert any("Right." in words for words in shown(window))
    desk.controls.clear_focus()
    window.key(pygame.K_RETURN)
    arrive(window)
    assert course.position == 1
    window.key(pygame.K_RETURN)  # in a small window the boards are on a tab of their own
    arrive(window)
    assert not desk.is_compact or desk.lab_tab == LENS
    question = desk.inspecting.state().question
    window.key(pygame.K_1 + question.right)
    arrive(window)
    assert course.answered == Answered("right", True)
    desk.controls.clear_focus()
    window.key(pygame.K_PERIOD)
    arrive(window)
    assert course.position == 2 and desk.inspecting.state().is_at_end
    window.key(pygame.K_RETURN)
    window.send(*(pygame.Event(pygame.TEXTINPUT, text=sign) for sign in "7"))
    window.key(pygame.K_RETURN)
    assert course.answered == Answered("7", True)
    window.key(pygame.K_COMMA)
    assert course.position == 1
    window.key(pygame.K_PERIOD)
    window.key(pygame.K_PERIOD)
    assert isinstance(window.session.activity, Browsing)


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
def test_a_lesson_by_the_mouse_alone(open_board: Opener, size: tuple[int, int]) -> None:
    window = opened(open_board, size=size)
    course, desk = window.session.lessons, window.desk
    reveal(window, "lesson choice 1")
    window.click_control("lesson choice 1")
    assert course.answered == Answered("1", False)
    window.frame(3)
    assert any("Not quite." in words for words in shown(window))
    reveal(window, "put again")
    window.click_control("put again")
    reveal(window, "lesson choice 2")
    window.click_control("lesson choice 2")
    assert course.answered == Answered("2", True)
    window.click_control("lesson-next")
    arrive(window)
    if desk.is_compact:
        reveal(window, "predict it")
        window.click_control("predict it")
        arrive(window)
        assert desk.lab_tab == LENS
    right = desk.inspecting.state().question.right
    reveal(window, f"choice {right}")
    window.click_control(f"choice {right}")
    arrive(window)
    assert course.answered == Answered("right", True)
    window.click_control("lesson-next")
    arrive(window)
    reveal(window, "number")
    window.click_control("number")
    window.send(pygame.Event(pygame.TEXTINPUT, text="8"))
    window.click_control("answer")
    assert course.answered == Answered("8", False)
    assert any("it is 7" in words for words in shown(window))
    window.click_control("lesson-next")
    assert isinstance(window.session.activity, Browsing)


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
def test_the_rails_are_left_and_one_button_leads_back(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = opened(open_board, size=size)
    assert "lesson-return" not in names(window)
    window.key(pygame.K_RIGHT)
    arrive(window)
    assert window.desk.inspecting.expansions == 1
    window.click_control("lesson-return")
    arrive(window)
    assert window.desk.inspecting.expansions == 0 and "lesson-return" not in names(window)
    window.click_cell(0)
    arrive(window)
    assert str(window.desk.inspecting.problem.start) == "0 4 2/5 1 3"
    window.key(pygame.K_DELETE)
    arrive(window)
    assert window.desk.inspecting.problem.start == START
    window.key(pygame.K_u)
    sheet = window.desk.overlays.top
    assert isinstance(sheet, Sheet)
    window.send(pygame.Event(pygame.TEXTINPUT, text="5 4 3/2 1 0"))
    window.key(pygame.K_RETURN)
    arrive(window)
    assert window.desk.overlays.top is None
    assert str(window.desk.inspecting.problem.start) == "5 4 3/2 1 0"
    window.key(pygame.K_PERIOD)
    arrive(window)
    assert window.desk.inspecting.problem.start == START, "the next step is on the rails"


def test_the_method_is_chosen_anew_and_comes_back(open_board: Opener) -> None:
    window = opened(open_board)
    window.click_control("algorithm")
    menu = window.desk.overlays.top
    assert isinstance(menu, Menu)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    arrive(window)
    assert window.session.lessons.is_away
    window.click_control("lesson-return")
    arrive(window)
    assert window.desk.inspecting.method.algorithm == "bfs"


def test_other_searches_of_a_step_are_on_a_switch(open_board: Opener) -> None:
    window = opened(open_board, position=2)
    switch = window.control("searches")
    assert [words for _, words in switch.options] == ["This step", "Greedy"]
    window.click(switch.segments()[1].center)
    arrive(window)
    assert window.desk.inspecting.method.algorithm == "greedy"
    assert window.control("searches").chosen == "greedy"


@pytest.mark.parametrize("size", [(640, 480), (600, 900), (1280, 800)], ids=str)
def test_a_step_is_played(open_board: Opener, size: tuple[int, int]) -> None:
    window = opened(open_board, "second", size=size)
    assert isinstance(window.session.activity, Trying)
    window.key(pygame.K_UP)
    window.settle()
    assert window.session.snapshot().play.is_solved
    assert "Solved in 1 move" in window.words
    window.click_control("lesson-return")
    window.settle()
    assert not window.session.snapshot().play.is_solved
    window.click_cell(0)
    window.settle()
    assert window.session.snapshot().play.move_count == 2


# ---- What is seen --------------------------------------------------------------------------------


def test_a_step_turns_to_its_tab_and_marks_what_it_points_at(open_board: Opener) -> None:
    window = opened(open_board)
    assert window.desk.lab_tab == "frontier"
    marks = {
        str(part.key): part.bounds for part in window.screen.parts() if "mark " in str(part.key)
    }
    assert {"mark frontier", "mark board"} <= set(marks)
    assert marks["mark board"].contains(window.desk.view.geometry.tray)
    window.session.lessons.go(2)
    arrive(window)
    assert window.desk.lab_tab == "tree"


def test_in_a_small_window_the_text_is_a_tab(open_board: Opener) -> None:
    window = opened(open_board, size=(640, 480))
    assert window.desk.lab_tab == LESSON
    assert "Where it begins" in window.words
    window.key(pygame.K_RIGHTBRACKET)
    arrive(window)
    assert window.desk.lab_tab == LENS
    assert "Where it begins" not in window.words
    assert "lesson-next" in names(window), "it leads on from every tab"


def test_a_prediction_tells_nothing_before_it_is_answered(open_board: Opener) -> None:
    window = opened(open_board, position=1)
    assert window.desk.inspecting.state().question is not None
    assert "lab successors" not in window.screen.room.lens.cards
    assert "next" not in window.words


@pytest.mark.parametrize("theme", find_themes())
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_has_its_place(open_board: Opener, size: tuple[int, int], theme: str) -> None:
    window = opened(open_board, size=size, settings=Settings(theme=theme))
    course = window.session.lessons
    for position in range(3):
        course.go(position)
        arrive(window)
        for tab in (None, LENS) if window.desk.is_compact else (None,):
            window.desk.lab_tab = tab or window.desk.lab_tab
            window.frame(3)
            check_places(window)
    course.browse()
    window.frame(3)
    check_places(window)


def check_places(window: Window) -> None:
    """Targets are large enough, in the window, and none lies over another."""
    whole = Rect((0, 0), window.desk.size)
    scrolled = {c.name for s in stacks(window) for c in s.controls}
    fixed = [c for c in window.desk.controls.controls if c.name not in scrolled]
    for control in fixed:
        assert whole.contains(control.rect), control.name
        if not isinstance(control, Spot):
            assert min(control.rect.size) >= SMALLEST_TARGET - 1, control.name
    for number, control in enumerate(fixed):
        for other in fixed[number + 1 :]:
            if not isinstance(control, Spot) and not isinstance(other, Spot):
                assert not control.rect.colliderect(other.rect), (control.name, other.name)
    for stack in stacks(window):
        assert whole.contains(stack.viewport)


def test_all_words_of_a_text_are_laid_out(open_board: Opener) -> None:
    window = open_board(HARD)
    blocks = parse("A *b c* **d**, `e f`.\n\n- one\n- two " + "long " * 40 + "x" * 200)
    for width in (60, 200, 700):
        laid = laid_out(window.desk.painter, blocks, 17, width)
        told = "".join(piece.words for piece in laid.pieces).replace(" ", "")
        assert told == "".join(block.text for block in blocks).replace(" ", "")
        assert all(piece.left >= 0 for piece in laid.pieces)
        assert all(piece.left + piece.width <= width + 1 for piece in laid.pieces)
        assert len(laid.bullets) == 2
        assert laid.height >= max(piece.top for piece in laid.pieces) + laid.line


def test_bundled_lessons_can_all_be_shown(open_board: Opener) -> None:
    window = open_board(HARD)
    course = window.session.lessons
    for lesson in read_bundled().lessons.values():
        course.begin(lesson, 0)
        for _ in lesson.steps:
            window.frame(2)
            assert course.is_open and not course.troubles
            course.next()
    assert all(entry.is_done for entry in course.entries)


def test_nothing_is_drawn_again_while_a_step_stands_still(open_board: Opener) -> None:
    window = opened(open_board)
    window.frame(30)
    assert not window.screen.is_moving


# ---- Within -------------------------------------------------------------------------------------


def stacks(window: Window):  # type: ignore[no-untyped-def]
    room = window.screen.room
    return [panel for panel in (room.column, room.lens) if panel in room.panels]


def shown(window: Window) -> list[str]:
    """Texts with marks that are on the screen."""
    found = []
    for part in window.screen.parts():
        look = part.look
        while isinstance(look, tuple) and look and isinstance(look[0], tuple):
            if all(hasattr(block, "spans") for block in look[0]):
                found += [block.text for block in look[0]]
                break
            look = look[0]
    return found


def reveal(window: Window, name: str) -> None:
    """Scroll to a control with the wheel."""
    for stack in stacks(window):
        if any(control.name == name for control in stack.controls):
            window.point(stack.viewport.center)
            for _ in range(40):
                place = window.control(name).rect
                if stack.viewport.collidepoint(place.center):
                    return
                down = place.centery > stack.viewport.centery
                window.send(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1 if down else 1))
    assert name in names(window)


# ---- From step to step ---------------------------------------------------------------------------


def test_the_next_lesson_is_marked_when_one_is_done(open_board: Opener) -> None:
    window = open_board(HARD)
    course = window.session.lessons
    window.key(pygame.K_5, CTRL)
    window.key(pygame.K_RETURN)
    arrive(window)
    for _ in range(len(next(iter(course.lessons.values())).steps)):
        window.key(pygame.K_PERIOD)
        arrive(window)
    assert isinstance(window.session.activity, Browsing)
    assert window.control("lessons").marked == 1


def test_a_step_begins_at_its_top(open_board: Opener) -> None:
    """However far the one before was scrolled."""
    window = open_board(HARD, size=(1024, 500))
    course = window.session.lessons
    course.begin(course.lessons["state-space"], 2)
    arrive(window)
    column = window.screen.room.column  # type: ignore[attr-defined]
    course.choose(0)
    arrive(window)
    assert column.cards["lesson text"].top < column.viewport.top
    window.key(pygame.K_PERIOD)
    arrive(window)
    assert column.cards["lesson text"].top == column.viewport.top


def test_a_search_of_a_race_is_offered_once_and_named_as_people_do(open_board: Opener) -> None:
    window = open_board(HARD)
    course = window.session.lessons
    lesson = course.lessons["ida-star"]
    course.begin(lesson, 4)
    arrive(window)
    runs = window.control("searches")
    assert [words for _, words in runs.options] == ["A*", "IDA*"]
    assert runs.chosen == "ida-star"  # the step's own search
    inspecting = window.desk.inspecting
    assert inspecting is not None and inspecting.state().is_at_end
    assert inspecting.expansions == lesson.steps[4].figures["ida-star.expanded"]
    window.click(runs.segments()[0].center)
    arrive(window)
    inspecting = window.desk.inspecting
    assert inspecting is not None and inspecting.state().is_at_end and not course.is_away
    assert inspecting.expansions == lesson.steps[4].figures["a-star.expanded"]


def test_a_lesson_does_not_begin_with_the_tab_of_the_one_before(open_board: Opener) -> None:
    window = open_board(HARD)
    course = window.session.lessons
    for name in ("ida-star", "linear-conflict"):
        course.begin(course.lessons[name], len(course.lessons[name].steps) - 1)
        arrive(window)
    assert window.desk.lab_tab == "frontier"


def test_a_lesson_that_cannot_be_read_has_a_line_above_the_others(open_board: Opener) -> None:
    window = open_board(HARD)
    course = window.session.lessons
    course._shelf = Shelf(lessons(), ("bad.toml: line 7: no algorithm is called 'bsf'",))
    window.key(pygame.K_5, CTRL)
    assert "bad.toml: line 7: no algorithm is called 'bsf'" in window.words
    grid, line = window.control("lessons"), window.control("trouble 0")
    assert len(grid.entries) == 2 and line.rect.bottom <= grid.rect.top
    window.key(pygame.K_RETURN)
    arrive(window)
    assert course.is_open
