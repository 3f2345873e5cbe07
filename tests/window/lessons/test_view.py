"""Lessons in the window: the list and the steps, controlled by pointer and keyboard."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

import pygame
import pytest

from puzzler.board import Board
from puzzler.game.lessons.course import SKIPPED, LessonState
from puzzler.game.lessons.learning import Browsing, Trying
from puzzler.game.lessons.lesson import Shelf, parse
from puzzler.game.lessons.lessons import Lessons
from puzzler.game.lessons.reading import read
from puzzler.game.play.playing import Playing
from puzzler.game.storage.practice import LessonProgress, StoredAnswer
from puzzler.humanize import sentence
from puzzler.solver.race.race_rules import RaceRules
from puzzler.window.common.board import BoardElement
from puzzler.window.common.entering import CODE_BUTTON, FROM_LESSON, STEP_TEXT, is_exploring
from puzzler.window.common.views import LESSONS, PLAY, RACE
from puzzler.window.lab.view import LAB_TABS, chosen_tab
from puzzler.window.lessons.list import LessonCards, _card
from puzzler.window.lessons.rich_text import RichText, layout_of
from puzzler.window.toolkit.controls import Pressable
from puzzler.window.toolkit.element import walk
from puzzler.window.toolkit.labels import Figure, Icon, Text
from tests.game.lessons.lesson_texts import FIRST, lessons
from tests.window.conftest import HARD, Opener, Window, bundled_lessons
from tests.window.lab.looking import arrive, lab
from tests.window.layout import check_layout

CTRL = pygame.KMOD_LCTRL
SIZES = [(480, 360), (640, 480), (600, 900), (1920, 1080)]
TWO_SIZES = pytest.mark.parametrize("size", [(640, 480), (1280, 800)], ids=str)
START = Board.parse("4 2 0/5 1 3")


def open_lesson(
    open_board: Opener, name: str = "first", position: int = 0, **more: object
) -> Window:
    window = open_board(HARD, **more)
    window.session.lessons.begin(lessons()[name], position)
    arrive(window)
    return window


@pytest.fixture
def window(open_board: Opener, size: tuple[int, int]) -> Window:
    """A window at the first step of the first lesson."""
    return open_lesson(open_board, size=size)


def lesson(window: Window) -> LessonState:
    state = window.session.snapshot().lesson
    assert state is not None, "the lessons must be open"
    return state


def test_the_first_lesson_is_marked_as_soon_as_the_list_is_read(
    open_board: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = open_board(HARD)
    with monkeypatch.context() as patch:
        patch.setattr(Lessons, "is_read", False)
        window.key(pygame.K_5, CTRL)
        window.frame()
        assert "Reading the lessons" in rows_of_list(window).empty and current_row(window) == -1
    window.app.ui.rebuild()
    window.frame()
    assert current_row(window) == 0
    window.key(pygame.K_RETURN)
    assert lesson(window).is_open


def rows_of_list(window: Window) -> LessonCards:
    return window.find("lessons")


def current_row(window: Window) -> int:
    return rows_of_list(window).own_state(window.app.ui).marked


def place_of(window: Window, words: str) -> int:
    """Return the position of a choice of the current question, from 0."""
    return lesson(window).shown_question.choices.index(words)


def icons(window: Window, key: Hashable) -> list[str]:
    """Return the names of the icons in a choice."""
    presses = (each for each in window.elements() if isinstance(each, Pressable))
    [choice] = [each for each in presses if each.key == key]
    return [part.icon for part in walk(choice) if isinstance(part, Icon)]


def texts(window: Window) -> str:
    shown = (each for each in window.elements() if isinstance(each, RichText))
    return "\n".join(block.text for text in shown for block in text.blocks)


# ---- The list ------------------------------------------------------------------------------------


def test_a_key_opens_the_list_and_escape_closes_it(open_board: Opener) -> None:
    window = open_board(HARD)
    window.key(pygame.K_5, CTRL)
    assert window.screen.view.name == LESSONS
    assert isinstance(window.session.activity, Browsing)
    assert "Lessons" in window.words
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY and isinstance(window.session.activity, Playing)


@TWO_SIZES
def test_keys_select_and_start_a_lesson(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(HARD, size=size)
    window.key(pygame.K_5, CTRL)
    assert current_row(window) == 0
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RETURN)
    arrive(window)
    assert window.screen.view.name == LESSONS
    name = lesson(window).lesson.name
    window.key(pygame.K_ESCAPE)
    if not isinstance(window.session.activity, Browsing):  # Escape first closed a question
        window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Browsing)
    assert current_row(window) == 1 and rows_of_list(window).entries[1].lesson.name == name
    assert (
        rows_of_list(window).entries[1].progress.visited
        and not rows_of_list(window).entries[1].is_done
    )
    window.key(pygame.K_END)
    cards = rows_of_list(window)
    assert current_row(window) == cards.count - 1
    assert cards.rect.contains(cards.cell_rect(window.app.ui, cards.count - 1))


def test_a_press_starts_a_lesson_and_the_next_is_selected_afterwards(
    open_board: Opener,
) -> None:
    window = open_board(HARD)
    window.key(pygame.K_5, CTRL)
    window.click(rows_of_list(window).cell_rect(window.app.ui, 6).center)
    arrive(window)
    assert lesson(window).is_open and lesson(window).position == 0
    for _ in lesson(window).lesson.steps:
        window.key(pygame.K_PERIOD)
        arrive(window)
    assert isinstance(window.session.activity, Browsing)
    entry = rows_of_list(window).entries[6]
    assert current_row(window) == 7 and entry.is_visited and not entry.is_done
    shown = [each.text for each in walk(rows_of_list(window).cards[6]) if isinstance(each, Text)]
    assert f"0/{entry.task_count} done" in shown
    assert any(words.startswith("0 of ") and words.endswith("done") for words in window.words)


def test_titles_are_complete_next_to_the_progress(open_board: Opener) -> None:
    window = open_board(HARD, size=(1280, 800))
    window.key(pygame.K_5, CTRL)
    cards = rows_of_list(window)
    cut = set()
    for entry in cards.entries:
        count = len(entry.lesson.steps)
        progress = LessonProgress(frozenset(range(count)), touched=1)
        for right in (0, entry.task_count):
            done = replace(entry, progress=progress, visited=count, answered=right, right=right)
            card = _card(1, done)
            card.place(window.app.ui, cards.cell_rect(window.app.ui, 0))
            texts = [each for each in walk(card) if isinstance(each, Text) and each.is_cut]
            cut |= {each.text for each in texts if each.text != sentence(entry.lesson.summary)}
    assert not cut


def test_an_invalid_lesson_has_a_line_above_the_list(open_board: Opener) -> None:
    window = open_board(HARD)
    trouble = "bad.toml: line 7: unknown algorithm 'bsf'"
    window.session.lessons.shelf = Shelf(lessons(), (trouble,))
    window.key(pygame.K_5, CTRL)
    assert trouble in window.words
    line = next(each for each in window.elements() if each.key == ("trouble", 0))
    assert rows_of_list(window).count == 2 and line.rect.bottom <= rows_of_list(window).rect.top
    window.key(pygame.K_RETURN)
    arrive(window)
    assert lesson(window).is_open


def test_all_bundled_lessons_can_be_shown(open_board: Opener) -> None:
    window = open_board(HARD)
    course = window.session.lessons
    for each in bundled_lessons().lessons.values():
        course.begin(each, 0)
        for _ in each.steps:
            window.frame()
            assert lesson(window).is_open and not lesson(window).troubles
            course.next()
    assert all(entry.is_visited for entry in lesson(window).entries)


# ---- Races of a step
# ------------------------------------------------------------------------------


def test_the_searches_of_a_step_can_race(open_board: Opener) -> None:
    window = open_board(HARD)
    session = window.session
    session.race.open()
    session.race.current.set_rules(RaceRules(expansions=77))
    session.stop()
    course = session.lessons
    course.begin(read(COMPARED, "compared"), 0)
    arrive(window)
    window.key(pygame.K_a + place_of(window, "Greedy"))
    arrive(window)
    step = lesson(window).step
    window.click_on("race them")
    window.settle()
    assert window.screen.view.name == RACE
    race = session.snapshot().race
    assert race.problem.start == step.trial.problem.start
    ran = [run.method.algorithm for run in step.runs.values()]
    assert [method.algorithm for method in race.methods] == ran
    assert race.rules == RaceRules(), "not the lanes of the last race"
    assert window.app.line == FROM_LESSON
    window.key(pygame.K_ESCAPE)
    arrive(window)
    assert window.screen.view.name == LESSONS and lesson(window).position == 0


# ---- Steps and questions
# ---------------------------------------------------------------------------


@TWO_SIZES
def test_a_lesson_can_be_done_by_keys(window: Window) -> None:
    window.key(pygame.K_RETURN)
    assert window.app.ui.focused == "lesson choice 1", "Enter must focus the question"
    window.key(pygame.K_2)
    assert lesson(window).last_answer is None, (
        "digits must not choose, because choices can be numbers"
    )
    window.key(pygame.K_a + place_of(window, "Two"))
    assert lesson(window).last_answer == StoredAnswer("Two", True)
    assert "Right. A corner has two." in texts(window)
    window.key(pygame.K_RETURN)
    arrive(window)
    assert lesson(window).position == 1
    window.key(pygame.K_RETURN)
    arrive(window)
    question = lab(window).question
    wrong = next(at for at in range(len(question.choices)) if at != question.right)
    window.key(pygame.K_1 + wrong)
    arrive(window)
    choices = [icons(window, ("choice", at)) for at in (wrong, question.right)]
    assert choices == [["close"], ["check"]]
    assert lesson(window).last_answer is not None and not lesson(window).last_answer.is_right
    window.key(pygame.K_PERIOD)
    arrive(window)
    window.key(pygame.K_j)
    assert window.app.ui.focused == "number"
    window.type("x7")
    window.key(pygame.K_RETURN)
    assert lesson(window).last_answer == StoredAnswer("7", True), (
        "letters must be rejected in a number"
    )
    window.key(pygame.K_COMMA)
    assert lesson(window).position == 1
    window.key(pygame.K_PERIOD)
    window.key(pygame.K_PERIOD)
    assert isinstance(window.session.activity, Browsing)


@TWO_SIZES
def test_a_lesson_can_be_done_by_the_mouse(window: Window) -> None:
    window.click_on(f"lesson choice {place_of(window, 'One') + 1}")
    assert lesson(window).last_answer == StoredAnswer("One", False)
    window.frame(3)
    assert "Not quite. Look at the corner." in texts(window)
    keys = [f"lesson choice {place_of(window, each) + 1}" for each in ("One", "Two", "Three")]
    assert [icons(window, key) for key in keys] == [["close"], ["check"], []]
    window.click_on("put again")
    assert lesson(window).last_answer is None
    window.click_on(f"lesson choice {place_of(window, 'Two') + 1}")
    assert lesson(window).last_answer == StoredAnswer("Two", True)
    window.click_on("lesson-next")
    arrive(window)
    window.click_on(("choice", lab(window).question.right))
    arrive(window)
    assert lesson(window).last_answer == StoredAnswer("right", True)
    window.click_on("lesson-next")
    arrive(window)
    window.click_on("number")
    window.type("8")
    window.click_on("answer")
    assert lesson(window).last_answer == StoredAnswer("8", False)
    window.frame(3)
    assert "it is 7" in texts(window)
    window.click_on("lesson-next")
    assert isinstance(window.session.activity, Browsing)


@pytest.mark.parametrize("place", ["Which of them expands fewer states?", "Which?"])
def test_a_quoted_figure_is_not_hidden_by_the_table(open_board: Opener, place: str) -> None:
    quote = "Breadth-first search expands {breadth-first.expanded}."
    text = COMPARED.replace(f'"{place}"', f'"{quote}"')
    assert quote in text
    window = open_board(HARD, size=(1280, 800))
    window.session.lessons.begin(read(text, "first"), 0)
    arrive(window)
    values = [each.value for each in window.elements() if isinstance(each, Figure)]
    assert "42" in values and "78" not in values and "?" in values
    assert [word for word in window.words if word.startswith("Breadth")][-1] == "Breadth-first"
    assert "Breadth first" not in window.words


@TWO_SIZES
def test_the_text_of_a_prediction_is_shown_and_skip_closes_it(window: Window) -> None:
    words = "The moves are tried in the order up, down. Which board is next?"
    text = FIRST.replace('kind = "predict"', f'kind = "predict"\nwords = "{words}"')
    window.session.lessons.begin(read(text, "first"), 1)
    window.frame()
    assert words in texts(window) and "Skip" in window.words, "also while it is prepared"
    arrive(window)
    assert words in texts(window) and "Skip" in window.words
    assert not any(word.endswith(" right") for word in window.words), (
        "the score of the Lab is hidden"
    )
    window.key(pygame.K_RIGHT)
    arrive(window)
    assert lab(window).question is not None and words in texts(window)
    window.click_on("stop asking")
    arrive(window)
    assert lesson(window).last_answer == SKIPPED
    assert "Not answered. The oldest is taken." in texts(window)
    assert not any(window.has(key) for key in ("predict it", "put again", "ask again"))


@TWO_SIZES
@pytest.mark.parametrize("keys", [(pygame.K_ESCAPE,), (pygame.K_z, pygame.K_RIGHT)], ids=str)
def test_leaving_a_prediction_by_a_key_skips_it(window: Window, keys: tuple[int, ...]) -> None:
    window.session.lessons.begin(lessons()["first"], 1)
    arrive(window)
    for key in keys:
        window.key(key)
        arrive(window)
    assert lesson(window).last_answer == SKIPPED
    window.session.lessons.restore()
    arrive(window)
    assert lab(window).question is None
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Browsing)


@TWO_SIZES
def test_an_answered_prediction_can_be_repeated(window: Window) -> None:
    window.session.lessons.begin(lessons()["first"], 1)
    arrive(window)
    window.click_on(("choice", lab(window).question.right))
    arrive(window)
    assert window.has("put again") and not window.has("ask again")


def test_the_reply_is_visible_and_a_step_starts_at_its_top(open_board: Opener) -> None:
    window = open_board(HARD, size=(1024, 400))
    course = window.session.lessons
    course.begin(read(FIRST.replace("- another", "- another\n" * 5), "first"), 0)
    arrive(window)

    def scroll() -> tuple[int, object]:
        text = next(each for each in window.elements() if each.key == STEP_TEXT)
        return text.scrolled(window.app.ui).offset, text

    assert scroll()[0] == 0
    course.choose(0)
    arrive(window)
    offset, text = scroll()
    again = window.find("put again").rect
    assert offset > 0 and text.view.contains(again)
    window.key(pygame.K_PERIOD)
    arrive(window)
    assert scroll()[0] == 0
    window.key(pygame.K_COMMA)
    arrive(window)
    assert scroll()[0] == 0


# ---- Other searches and boards ----------------------------------------------------------------


@TWO_SIZES
def test_one_button_returns_to_the_step(window: Window) -> None:
    assert not window.has("lesson-return")
    window.key(pygame.K_RIGHT)
    arrive(window)
    assert lab(window).expansions == 1
    window.click_on("lesson-return")
    arrive(window)
    assert lab(window).expansions == 0 and not window.has("lesson-return")
    window.key(pygame.K_z)
    window.click_on("lesson-board")
    assert window.app.ui.is_covered
    window.type("5 4 3/2 1 0")
    window.key(pygame.K_RETURN)
    arrive(window)
    assert not window.app.ui.is_covered
    assert str(lab(window).problem.start) == "5 4 3/2 1 0"
    window.key(pygame.K_PERIOD)
    arrive(window)
    assert lab(window).problem.start == START, "the next step has its own board"


@pytest.mark.parametrize("size", [(480, 360), (640, 480)], ids=str)
def test_the_reply_is_visible_above_the_explanation(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = open_board(HARD, size=size)
    long = COMPARED.replace('reveal = "', 'reveal = "' + "It is long. " * 30)
    window.session.lessons.begin(read(long, "compared"), 0)
    arrive(window)
    window.session.lessons.choose(1)
    window.settle()
    assert window.app.ui.is_in_sight("put again")
    assert "It is long" in texts(window)


@TWO_SIZES
def test_the_panel_shows_the_chosen_search(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_lesson(open_board, position=2, size=size)
    runs = window.find("searches")
    assert [option.text for option in runs.options] == ["Breadth-first", "Greedy"]
    assert lab(window).method.algorithm == "bfs"
    window.click((runs.rect.right - 20, runs.rect.centery))
    arrive(window)
    assert lab(window).method.algorithm == "greedy" and not lesson(window).is_away


def test_the_key_of_a_question_about_code_leads_to_its_button(open_board: Opener) -> None:
    window = open_board(HARD, size=(1280, 800))
    window.session.lessons.begin(bundled_lessons().lessons["your-own"], 1)
    arrive(window)
    window.key(pygame.K_j)
    assert window.app.ui.focused == CODE_BUTTON


@pytest.mark.parametrize(
    ("panel", "is_shown"),
    [("tree", True), ('tree"\nreveal = "More.', False), ("play", False), ("text", False)],
    ids=["revealed", "hidden", "played", "text"],
)
def test_searches_are_listed_only_if_the_panel_shows_one(
    open_board: Opener, panel: str, is_shown: bool
) -> None:
    window = open_board(HARD, size=(1280, 800))
    text = FIRST.replace('panel = "tree"', f'panel = "{panel}"')
    window.session.lessons.begin(read(text, "first"), 2)
    arrive(window)
    assert window.has("searches") == is_shown
    window.session.lessons.say("7")
    arrive(window)
    assert window.has("searches") == (panel not in ("play", "text"))


COMPARED = (
    FIRST[: FIRST.index("[[step]]")]
    + """
[[step]]
title = "Two searches"
text = "Which of them expands fewer states?"
reveal = "Greedy search expands {greedy.expanded}."
panel = "figures"
board = "4 2 0/5 1 3"
algorithm = "bfs"
[step.runs.greedy]
algorithm = "greedy"
heuristic = "manhattan"
[step.runs.breadth-first]
algorithm = "bfs"
[step.claims]
greedy.expanded = 78
breadth-first.expanded = 42
[step.question]
kind = "choose"
words = "Which?"
choices = ["Greedy", "Breadth-first"]
replies = ["It is led astray.", "The goal is near."]
answer = 2
"""
)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_figures_are_shown_after_the_answer(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_board(HARD, size=size)
    found = read(COMPARED, "compared")
    window.session.lessons.begin(found, 0)
    arrive(window)

    def values() -> list[str]:
        shown = (each for each in window.elements() if isinstance(each, Figure))
        return [each.value for each in shown if each.caption == "Expanded"]

    assert values() == ["?", "?"] and not window.has("race them")
    assert "Greedy search expands" not in texts(window)
    check_layout(window)
    window.session.lessons.choose(0)
    assert values() == ["?", "?"], "the searches are running"
    window.wait_for(lambda: len(lesson(window).results) == 2)
    window.frame(3)
    figures = found.steps[0].figures
    assert values() == [f"{figures[f'{run}.expanded']:,}" for run in ("greedy", "breadth-first")]
    assert "Greedy search expands" in texts(window)
    check_layout(window)
    window.session.lessons.ask_again()
    window.settle()
    assert values() == ["?", "?"]


@pytest.mark.parametrize("size", [(640, 480), (600, 900), (1280, 800)], ids=str)
def test_a_step_can_be_played(open_board: Opener, size: tuple[int, int]) -> None:
    window = open_lesson(open_board, "second", size=size)
    assert isinstance(window.session.activity, Trying)
    check_layout(window)
    window.key(pygame.K_UP)
    window.settle()
    assert window.play.is_solved
    assert "Solved in 1 move" in window.words
    window.click_on("lesson-return")
    window.settle()
    assert not window.play.is_solved
    window.click_cell(0)
    window.settle()
    assert window.play.move_count == 2


@pytest.mark.parametrize("size", [(480, 360), (1280, 800)], ids=str)
def test_a_step_with_a_target_marks_the_tile_and_shows_moves_on_request(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = open_board(HARD, size=size)
    window.session.lessons.begin(bundled_lessons().lessons["hand-pair"], 1)
    window.settle()
    check_layout(window)
    assert [(mark.cell, mark.is_slight) for mark in window.app.view.marks] == [
        (1, True),
        (2, False),
    ]
    assert list(window.app.view.ticked) == [0]
    assert "Ready: slide 2, then 3." in window.words
    window.click_on("lesson-show")
    for _ in range(6):
        window.settle()
    assert "All tiles of this step are in place." in window.words
    assert not window.find("lesson-show").is_enabled
    window.click_on("lesson-undo")
    window.settle()
    assert window.find("lesson-show").is_enabled


# ---- Panels and texts
# --------------------------------------------------------------------------------


@TWO_SIZES
def test_a_step_shows_only_its_panel_and_explore_shows_the_lab(window: Window) -> None:
    assert chosen_tab(window.app) == "frontier"
    assert "Where it begins" in window.words and window.has(("frontier", 0))
    assert not window.has("lab tab") and not window.has("track") and not window.has("method")
    window.click_on("lesson-explore")
    arrive(window)
    assert window.has("lab tab") and window.has("track")
    assert not window.has("lesson choice 1"), "the Lab fills the view"
    window.key(pygame.K_a)
    assert lesson(window).last_answer is None, "a hidden choice cannot be chosen"
    assert window.has("lesson choice 1") and not is_exploring(window.app)
    window.key(pygame.K_z)
    assert is_exploring(window.app)
    window.click_on("lesson-return")
    assert not is_exploring(window.app) and window.has("lesson choice 1")
    window.key(pygame.K_z)
    window.key(pygame.K_PERIOD)
    arrive(window)
    assert not is_exploring(window.app), "the next step has its own panel"
    window.key(pygame.K_COMMA)
    arrive(window)
    assert not is_exploring(window.app) and window.has(("frontier", 0))


@pytest.mark.parametrize("tab", [tab.name for tab in LAB_TABS])
def test_every_tab_of_the_lab_can_be_the_panel_of_a_step(open_board: Opener, tab: str) -> None:
    window = open_board(HARD)
    text = FIRST.replace('panel = "tree"', f'panel = "{tab}"').replace(
        'moment = "end"', "moment = 1"
    )
    window.session.lessons.begin(read(text, "first"), 2)
    arrive(window)
    assert chosen_tab(window.app) == tab
    check_layout(window)
    assert not window.has("save plot table")
    window.key(pygame.K_z)
    arrive(window)
    assert window.has("save plot table") is (tab == "plots")


def test_a_key_cannot_choose_an_invisible_choice(open_board: Opener) -> None:
    window = open_board(HARD, size=(480, 360))
    window.session.lessons.begin(read(FIRST.replace("- another", "- another\n" * 9), "first"), 0)
    arrive(window)
    assert not window.app.ui.is_in_sight("lesson choice 3")
    assert window.has("lesson-answer"), "a button can scroll to it"
    window.key(pygame.K_c)
    window.settle()
    assert lesson(window).last_answer is None
    assert window.app.ui.is_in_sight("lesson choice 3"), "the choice must be visible"
    assert not window.has("lesson-answer")
    window.key(pygame.K_c)
    assert lesson(window).last_answer is not None


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_step_without_a_panel_has_only_its_text(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = open_board(HARD, size=size)
    window.session.lessons.begin(read(FIRST.replace('"frontier"', '"text"', 1), "first"), 0)
    arrive(window)
    assert not any(isinstance(each, BoardElement) for each in window.elements())
    assert window.has("lesson choice 1") or window.has("lesson-answer")
    check_layout(window)


def test_before_the_first_expansion_a_state_is_only_a_board(open_board: Opener) -> None:
    window = open_board(HARD)
    text = FIRST.replace("moment = 2\n", "").replace(
        'kind = "predict"\n', 'kind = "number"\nwords = "?"\nanswer = 1\n'
    )
    window.session.lessons.begin(read(text, "first"), 1)
    arrive(window)
    assert not window.has("lab state") and window.app.view.geometry.tray.width > 300


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_parts_fit(window: Window) -> None:
    course = window.session.lessons
    for position in range(3):
        course.go(position)
        arrive(window)
        check_layout(window)
        window.key(pygame.K_z)
        window.frame(3)
        check_layout(window)
    course.browse()
    window.frame(3)
    check_layout(window)


def test_all_words_of_a_text_are_drawn(open_board: Opener) -> None:
    window = open_board(HARD)
    blocks = parse("A *b c* **d**, `e f`.\n\n- one\n- two " + "long " * 40 + "x" * 200)
    for width in (60, 200, 700):
        laid = layout_of(window.app.painter, blocks, 17, width)
        text = "".join(piece.words for piece in laid.pieces).replace(" ", "")
        assert text == "".join(block.text for block in blocks).replace(" ", "")
        assert all(piece.left >= 0 for piece in laid.pieces)
        assert all(piece.left + piece.width <= width + 1 for piece in laid.pieces)
        assert len(laid.bullets) == 2
        assert laid.height >= max(piece.top for piece in laid.pieces) + laid.line


TABLE = """
| **search** | **complete** | **memory** |
| iterative deepening | yes | b·d |
| A* | yes | b^d |
"""


@pytest.mark.parametrize("width", [180, 200, 600])
def test_a_table_fits_and_its_columns_are_separate(open_board: Opener, width: int) -> None:
    painter = open_board(HARD).app.ui.painter
    found = layout_of(painter, parse(TABLE), 16.0, width)
    assert max(piece.left + piece.width for piece in found.pieces) <= width
    assert max(piece.top for piece in found.pieces) < found.height
    second = {piece.left for piece in found.pieces if piece.words in ("complete", "yes")}
    assert len(second) == 1
    firsts = (each for each in found.pieces if each.words in ("search", "iterative", "deepening"))
    assert max(piece.left + piece.width for piece in firsts) < min(second)
