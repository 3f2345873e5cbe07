"""Lessons without a window: list, steps, questions, other boards and stored progress."""

from __future__ import annotations

import re

import pytest

from puzzler.board import Board
from puzzler.game.core import texts
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.prediction import PredictionKind
from puzzler.game.lessons import reading
from puzzler.game.lessons.course import SKIPPED
from puzzler.game.lessons.figures import shown_board
from puzzler.game.lessons.learning import (
    ANSWER_FIRST,
    GOAL_HAS_NO_SEARCH,
    NOT_A_NUMBER,
    Browsing,
    Learning,
    Trying,
)
from puzzler.game.lessons.lesson import LessonError, Shelf
from puzzler.game.lessons.reading import read
from puzzler.game.play.playing import Playing
from puzzler.game.storage.practice import StoredAnswer
from puzzler.game.storage.store import Store
from puzzler.search.custom.source import CodeFile
from puzzler.search.method import Method
from tests.game.examined import ExaminedStage
from tests.game.fakes import activity_of, message_of, play_of
from tests.game.lessons.lesson_texts import FIRST, lessons
from tests.search.test_custom import MANHATTAN

pytestmark = pytest.mark.usefixtures("compiled")

GOAL = Board.solved(2, 3)
OWN = Board.parse("5 4 3/2 1 0")
START = Board.parse("4 2 0/5 1 3")
NEAR = Board.parse("1 2 0/4 5 3")


class LessonStage(ExaminedStage):
    def __init__(self, store=None, read=lambda: Shelf(lessons())):
        handed_in = {"read_lessons": read} | ({"store": store} if store else {})
        super().__init__(OWN, GOAL, handed_in=handed_in)

    @property
    def course(self):
        return self.session.lessons

    def begin(self, name="first", position=None):
        assert self.course.begin(self.course.shelf.lessons[name], position)
        self.tick()
        return self.session.activity


@pytest.fixture
def stage():
    return LessonStage()


# ---- The list ---------------------------------------------------------------------------------


def test_the_list_has_every_lesson_with_its_progress(stage):
    assert stage.course.enter()
    assert activity_of(stage.session) is Browsing
    entries = stage.course.entries()
    assert [entry.lesson.title for entry in entries] == ["First steps", "By hand"]
    assert not any(entry.progress.visited for entry in entries)
    assert [entry.task_count for entry in entries] == [3, 0]
    assert play_of(stage.session).board == OWN
    stage.session.stop()
    assert activity_of(stage.session) is Playing


def test_an_invalid_lesson_is_reported_and_the_others_are_listed(tmp_path, monkeypatch):
    texts = {"good": FIRST, "bad": FIRST.replace("bfs", "bsf"), "worse": "title ="}
    for name, text in texts.items():
        (tmp_path / f"{name}.toml").write_text(text, "utf-8")
    there = {file.stem: file for file in tmp_path.iterdir()}
    monkeypatch.setattr(reading, "bundled", lambda: there)
    stage = LessonStage(read=reading.read_bundled)
    assert stage.course.enter()
    assert [entry.lesson.name for entry in stage.course.entries()] == ["good"]
    bad, worse = stage.course.shelf.troubles
    assert bad.startswith("bad.toml: line ") and "bsf" in bad
    assert worse.startswith("worse.toml: line 1: not valid TOML")
    stage.begin("good")
    assert stage.course.state().is_open


# ---- Steps ------------------------------------------------------------------------------


def test_a_step_opens_at_its_moment(stage):
    learning = stage.begin()
    assert isinstance(learning, Learning) and isinstance(learning, Inspecting)
    assert (learning.problem.start, learning.method.algorithm) == (START, "bfs")
    assert learning.expansions == 0 and not stage.course.state().is_away
    stage.course.next()
    stage.tick()
    assert stage.session.activity is learning
    assert learning.expansions == 2 and not stage.course.state().is_away
    stage.course.next()
    stage.tick()
    stage.examiners[-1].run_on(1000)
    stage.tick()
    assert learning.state().is_at_end and not stage.course.state().is_away
    stage.course.previous()
    stage.tick()
    assert (stage.course.state().position, learning.expansions) == (1, 2)
    stage.course.go(99)
    assert stage.course.state().position == 2


def test_a_step_can_be_played(stage, session):
    trying = stage.begin("second")
    assert isinstance(trying, Trying) and play_of(session).board == NEAR
    assert not session.click(3)
    assert session.click(5) and stage.course.state().is_away
    play = play_of(session)
    assert play.board == GOAL and play.is_solved and play.move_count == 1
    assert session.undo() and play_of(session).board == NEAR and not session.undo()
    session.click(0)
    stage.course.restore()
    assert play_of(session).board == NEAR and play_of(session).move_count == 0
    stage.course.next()
    stage.tick()
    assert isinstance(session.activity, Learning)
    assert play_of(session).board.size == (2, 2)


# ---- Other boards and methods
# ------------------------------------------------------------------------


def test_other_methods_moments_and_boards_can_be_reset_by_one_call(stage):
    learning = stage.begin()
    learning.step(2)
    stage.tick()
    assert stage.course.state().is_away
    stage.course.restore()
    stage.tick()
    assert not stage.course.state().is_away and learning.expansions == 0
    learning.set_method(Method("astar", "manhattan"))
    assert stage.course.state().is_away
    stage.course.restore()
    assert learning.method.algorithm == "bfs" and not stage.course.state().is_away
    assert stage.session.click(0)
    stage.tick()
    assert learning.problem.start == Board.parse("0 4 2/5 1 3") and stage.course.state().is_away
    stage.course.restore()
    stage.tick()
    assert learning.problem.start == START and not stage.course.state().is_away


def test_a_slide_that_solves_the_board_is_rejected(stage):
    learning = stage.begin("second", 1)
    start = learning.problem.start
    assert not stage.session.click(3)
    assert learning.problem.start == start
    assert message_of(stage.session) == GOAL_HAS_NO_SEARCH


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 1 0/4 5 3", texts.UNSOLVABLE),
        ("1 2 3/4 5 0", texts.ALREADY_SOLVED),
        ("1 2", None),
        ("5 4 3 / 2 1 0", ""),
        ("1 2 3/4 5 6/7 0 8", ""),
    ],
)
@pytest.mark.parametrize("name", ["first", "second"])
def test_another_board_can_be_typed(stage, text, expected, name):
    stage.begin(name)
    assert stage.course.take_board(stage.course.random_board()) == ""
    message = stage.course.take_board(text)
    stage.tick()
    assert message if expected is None else message == expected
    if message == "":
        assert str(play_of(stage.session).board) == text.replace(" / ", "/")
    stage.course.restore()
    stage.tick()
    assert play_of(stage.session).board == (START if name == "first" else NEAR)


def test_other_searches_of_a_step_can_be_chosen(stage):
    learning = stage.begin(position=2)
    stage.course.look_at("greedy")
    assert learning.method.algorithm == "greedy" and stage.course.state().run == "greedy"
    stage.course.look_at("")
    assert learning.method.algorithm == "bfs"
    stage.course.look_at("greedy")
    stage.course.previous()
    assert stage.course.state().run == "" and learning.method.algorithm == "bfs"


def test_the_lab_opens_with_the_search_and_returns_to_the_lesson(stage):
    learning = stage.begin(position=1)
    assert stage.session.lab.open()
    inspecting = stage.session.lab.opened
    assert type(inspecting) is Inspecting
    assert (inspecting.problem, inspecting.method) == (learning.problem, learning.method)
    stage.tick()
    assert inspecting.expansions == 2
    assert stage.course.enter()
    stage.tick()
    assert isinstance(stage.session.activity, Learning) and stage.course.state().position == 1


# ---- Questions --------------------------------------------------------------------------------


def test_a_choice_can_be_answered_again(stage):
    stage.begin()
    assert stage.course.state().last_answer is None
    stage.course.choose(7)
    assert stage.course.state().last_answer is None
    choices = stage.course.state().shown_question.choices
    right, wrong = choices.index("Two"), choices.index("One")
    stage.course.choose(wrong)
    assert stage.course.state().last_answer == StoredAnswer("One", False)
    stage.course.choose(right)
    assert stage.course.state().selected == wrong
    stage.course.ask_again()
    assert stage.course.state().last_answer is None
    stage.course.choose(right)
    assert stage.course.state().last_answer == StoredAnswer("Two", True)
    assert stage.course.entries()[0].right == 1


def test_hidden_text_is_shown_after_the_answer(stage):
    text = FIRST.replace(
        'text = "Both find {length} moves."',
        'text = "Guess."\nreveal = "Both find {length} moves."',
    )
    lesson = read(text, "guess")
    assert stage.course.begin(lesson, 2)
    stage.tick()
    learning, course = stage.session.activity, stage.course
    assert not course.state().is_revealed and learning.expansions == 0
    assert not learning.state().is_at_end and not course.state().is_away
    course.look_at("greedy")
    stage.tick()
    assert learning.method.algorithm == "greedy" and learning.expansions == 0
    course.look_at("")
    assert course.say("3")
    stage.tick()
    stage.examiners[-1].run_on(1000)
    stage.tick()
    assert course.state().is_revealed and learning.state().is_at_end
    course.ask_again()
    stage.tick()
    assert not course.state().is_revealed and learning.expansions == 0


@pytest.mark.parametrize(
    ("text", "is_right"),
    [("7", True), (" 7.0 ", True), ("2", False), ("7,000", False)]
    + [(text, None) for text in ("", "one", "1..2", "nan", "inf", "--1")],
)
def test_a_number_is_compared_and_other_answers_are_rejected(stage, session, text, is_right):
    stage.begin(position=2)
    assert stage.course.say(text) == (is_right is not None)
    answered = None if is_right is None else StoredAnswer(text.strip(), is_right)
    assert stage.course.state().last_answer == answered
    assert (message_of(session) == NOT_A_NUMBER) == (is_right is None)


CODE = """
title = "Code"
summary = "write one"
[[step]]
title = "A task"
text = "Write it."
board = "4 2 0/5 1 3"
algorithm = "astar"
heuristic = "misplaced"
[step.question]
kind = "code"
words = "Write a heuristic."
ask = ["admissible", "better"]
heuristic = "misplaced"
right = "Proven."
wrong = "Not yet."
"""


def test_a_heuristic_is_checked_again_when_its_file_changes(tmp_path):
    stage = LessonStage(read=lambda: Shelf({"code": read(CODE, "code")}))
    learning, file = stage.begin("code"), tmp_path / "mine.py"
    source, course = CodeFile(file, "h"), stage.course

    def check(text, act):
        file.write_text(text)
        act()
        stage.wait_for(lambda: "lesson code" not in stage.session.background)
        return course.state().last_answer

    assert check("def h(", lambda: course.check_code(source)) is None
    assert "'(' was never closed" in message_of(stage.session)
    assert learning.method.heuristic == "misplaced"
    assert learning.followed.heuristic == source.name, "the changed file must be checked"
    two = "def h(board, goal): return 2 * (board.tiles != goal.tiles)"
    wrong = check(two, lambda: course.check_code(source))
    assert not wrong.is_right and "mean h: mine.py:h 1.99" in wrong.text
    assert learning.method.heuristic == source.name
    assert learning.problem.start != START, "the counterexample"
    right = check(MANHATTAN, learning._reload)
    assert right.is_right and "proven over all 360 states" in right.text
    assert course.state().shown_question.answer == (
        "a heuristic that is admissible and better than misplaced"
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"admissible"', '"admisible"', "did you mean admissible?"),
        ('heuristic = "misplaced"\nright', 'heuristic = "missplaced"\nright', "misplaced"),
        ('["admissible", "better"]', "[]", "a question to code needs 'ask'"),
        ('kind = "code"', 'kind = "code"\nanswer = 3', "a question to code has no 'answer'"),
    ],
)
def test_a_question_about_code_is_checked(old, new, words):
    with pytest.raises(LessonError, match=re.escape(words)):
        read(CODE.replace(old, new), "code")


def test_a_prediction_is_asked_immediately_and_counts(stage):
    learning = stage.begin(position=1)
    assert learning.state().question.kind == PredictionKind.NEXT
    learning.answer(learning.state().question.right)
    stage.tick()
    assert stage.course.state().last_answer == StoredAnswer("right", True)
    stage.course.next()
    stage.course.previous()
    stage.tick()
    assert learning.state().question is None, "the question was answered"
    stage.course.ask_again()
    stage.tick()
    assert learning.state().question is not None
    learning.answer((learning.state().question.right + 1) % len(learning.state().question.choices))
    assert stage.course.state().last_answer == StoredAnswer("wrong", False)


def test_a_skipped_prediction_is_not_asked_until_its_step_is_opened_again(stage):
    learning = stage.begin(position=1)
    learning.stop_asking()
    stage.tick()
    assert stage.course.state().last_answer == SKIPPED
    learning.ask(PredictionKind.NEXT)
    stage.tick()
    learning.answer(learning.state().question.right)
    stage.tick()
    assert stage.course.state().last_answer == SKIPPED, "its answer was displayed"
    assert stage.course.entries()[0].answered == 0, "a skipped question is not stored"
    stage.course.next()
    stage.course.previous()
    stage.tick()
    assert stage.course.state().last_answer is None and learning.state().question is not None


@pytest.mark.parametrize("act", ["step", "seek", "to_end", "toggle_pause"])
@pytest.mark.parametrize(
    ("position", "hidden"),
    [(0, ('panel = "frontier"', 'panel = "board"')), (1, ("", "")),
     (2, ("panel = \"tree\"", 'panel = "tree"\nreveal = "More."'))],
    ids=["board", "prediction", "reveal"],
)  # fmt: skip
def test_a_hidden_search_does_not_continue_before_the_answer(stage, act, position, hidden):
    stage.course.begin(read(FIRST.replace(*hidden), "first"), position)
    stage.tick()
    learning, before = stage.session.activity, stage.session.activity.state().expansions
    arguments = () if act in ("to_end", "toggle_pause") else (1,) if act == "step" else (3,)
    getattr(learning, act)(*arguments)
    stage.tick()
    assert learning.state().expansions == before and learning.is_paused
    assert message_of(stage.session) == ANSWER_FIRST
    assert not stage.course.state().is_away
    learning.is_explored = True
    getattr(learning, act)(*arguments)
    stage.tick()
    assert learning.state().expansions != before or not learning.is_paused


@pytest.mark.parametrize("moment", ["2", '"end"'])
def test_a_hidden_search_stays_at_its_start_if_the_step_before_was_left_early(stage, moment):
    text = FIRST.replace("moment = 2", f"moment = {moment}").replace('"predict"', '"number"')
    text = text.replace('right = "First', 'words = "?"\nanswer = 1\nright = "First')
    text = text.replace('"tree"', '"tree"\nreveal = "More."')
    stage.course.begin(read(text, "first"), 1)
    stage.course.next()  # before the search has arrived at its moment
    stage.tick()
    assert stage.session.activity.state().expansions == 0
    assert stage.session.activity.board == START and not stage.course.state().is_away


@pytest.mark.parametrize("act", [lambda it: it.stop_asking(), lambda it: it.step(1)])
def test_leaving_a_prediction_skips_it(stage, act):
    learning = stage.begin(position=1)
    learning.is_explored = True
    act(learning)
    stage.tick()
    assert stage.course.state().last_answer == SKIPPED
    stage.course.restore()
    stage.tick()
    assert learning.state().question is None, "its answer was displayed"
    stage.course.ask_again()
    stage.tick()
    learning.stop_asking()
    assert stage.course.state().last_answer == SKIPPED


def test_boards_and_methods_are_locked_while_a_question_hides_the_search(stage):
    learning = stage.begin(position=1)
    board, method = learning.board, learning.method
    for cell in range(6):
        assert not stage.session.click(cell)
    learning.set_method(Method("astar", "manhattan"))
    assert stage.course.take_board("5 4 3/2 1 0") == ANSWER_FIRST
    stage.tick()
    assert (learning.board, learning.method) == (board, method)
    assert learning.state().question is not None
    learning.is_explored = True
    assert stage.course.take_board("5 4 3/2 1 0") == ""


def test_a_prediction_of_another_search_does_not_count(stage):
    learning = stage.begin(position=1)
    learning.is_explored = True
    learning.set_method(Method("astar", "manhattan"))
    stage.tick()
    learning.ask(PredictionKind.NEXT)
    stage.tick()
    learning.answer(0)
    assert stage.course.state().last_answer == SKIPPED


def test_the_text_about_a_state_is_displayed_unless_a_question_hides_it() -> None:
    state = read(
        FIRST.replace('kind = "predict"', 'kind = "number"\nwords = "?"\nanswer = 1'), "first"
    )
    assert str(shown_board(state.steps[1])) == "4 2 3/5 1 0", "the second expansion"
    assert shown_board(lessons()["first"].steps[1]) == START, "a prediction"
    assert shown_board(state.steps[0]) == START


# ---- Stored progress
# -------------------------------------------------------------------------------


def test_progress_and_answers_are_stored_and_a_finished_lesson_restarts(tmp_path):
    stage = LessonStage(Store.open(tmp_path))
    stage.begin()
    assert [entry.visited for entry in stage.course.entries()] == [1, 0]
    stage.course.choose(stage.course.state().shown_question.right)
    stage.course.next()
    stage.session.close()
    stage = LessonStage(Store.open(tmp_path))
    entry = stage.course.entries()[0]
    assert (entry.visited, entry.right, entry.progress.last, entry.is_done) == (2, 1, 1, False)
    assert entry.progress.answers == {0: StoredAnswer("Two", True)}
    stage.begin()
    assert stage.course.state().position == 1
    stage.course.next()
    entry = stage.course.entries()[0]
    assert entry.is_visited and not entry.is_done, "two questions are open"
    stage.course.next()
    assert activity_of(stage.session) is Browsing and stage.course.lesson is None
    learning = stage.begin()
    assert stage.course.state().position == 1, "the first open question"
    learning.answer(0)
    stage.course.next()
    assert stage.course.say("7")
    assert stage.course.entries()[0].is_done
    stage.begin()
    assert stage.course.state().position == 0
    stage.session.close()


def test_a_file_of_a_user_has_its_own_progress(stage):
    own = read(FIRST.replace("First steps", "My steps"), "first", "first.toml")
    assert stage.course.begin(own)
    stage.course.next()
    entries = stage.course.entries()
    assert [(entry.lesson.title, entry.visited) for entry in entries] == [
        ("First steps", 0),
        ("By hand", 0),
        ("My steps", 2),
    ]


def test_lessons_of_a_folder_have_their_own_progress(tmp_path):
    (tmp_path / "first.toml").write_text(FIRST.replace("First steps", "Mine"), "utf-8")
    store = Store.open(tmp_path / "kept")
    store.practice.visit_step("first", 2)
    stage = LessonStage(store, read=lambda: reading.read_folder(tmp_path))
    assert stage.course.enter()
    stage.tick()  # the list is read in the background
    assert stage.course.state().folder == tmp_path.name
    entry = stage.course.entries()[0]
    assert (entry.lesson.title, entry.visited) == ("Mine", 0)
    stage.begin()
    assert stage.course.entries()[0].visited == 1
    stage.session.close()


def test_stored_progress_of_an_older_version_of_a_lesson_is_accepted(tmp_path):
    store = Store.open(tmp_path)
    store.practice.visit_step("second", 7)
    store.practice.answer_step("first", 0, StoredAnswer("Twelve", True))
    stage = LessonStage(store)
    stage.begin("second")
    assert stage.course.state().position == 1
    assert stage.course.entries()[1].visited == 1
    stage.begin(position=0)
    assert stage.course.state().last_answer is None  # the answer is not a choice in this version
    stage.session.close()
