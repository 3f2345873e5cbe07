"""A search in the Lab: steps in both directions, and predictions of the next expansion."""

from __future__ import annotations

from functools import partial

import pytest

from puzzler.board import Board, Move
from puzzler.game.core import texts
from puzzler.game.core.feedback import Happening
from puzzler.game.lab.inspecting import AT_END, NO_MATCH, NO_MOVES, NOTHING_TO_PREDICT, Inspecting
from puzzler.game.lab.prediction import PredictionKind
from puzzler.game.lab.search_activity import RATES
from puzzler.game.play.playing import Playing
from puzzler.game.storage.practice import PredictionScore
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.solver.commands import Pause, Record, Resume, Seek, SetRate
from tests.game.examined import ExaminedStage
from tests.game.fakes import FakeExaminer, activity_of, message_of, play_of

pytestmark = pytest.mark.usefixtures("compiled")

GOAL = Board.solved(2, 3)
START = Board.parse("5 4 3/2 1 0")
METHOD = Method("astar", "manhattan")
TOTAL = solve(START, GOAL, METHOD).stats.expanded


class Lab(ExaminedStage):
    """A stage with an open Lab that searches the current board."""

    def __init__(self, *, is_slow=False):
        super().__init__(START, GOAL, partial(FakeExaminer, is_slow=is_slow))
        assert self.session.lab.open(method=METHOD)
        self.tick()

    @property
    def examiner(self):
        return self.examiners[-1]

    @property
    def inspecting(self) -> Inspecting:
        assert self.session.lab.opened is self.session.activity
        return self.session.lab.opened

    def arrive(self):
        self.examiner.arrive()
        self.tick()
        return self

    def seek(self, moment):
        self.inspecting.seek(moment)
        self.tick()
        return self


@pytest.fixture
def lab():
    return Lab()


@pytest.fixture
def inspecting(lab):
    return lab.inspecting


@pytest.fixture
def session(lab):
    return lab.session


# ---- Steps -----------------------------------------------------------------------


def test_the_lab_starts_before_the_first_expansion(lab, inspecting):
    assert (inspecting.board, inspecting.goal, inspecting.play.move_count) == (START, GOAL, 0)
    state = inspecting.state()
    assert (state.expansions, state.last_known, state.is_end_known) == (0, 0, False)
    assert (state.target, state.seeking, state.moment.result) == (None, None, None)
    assert not (state.is_running or state.is_at_end or state.is_seeking)
    assert inspecting.is_aside and inspecting.is_paused
    assert not lab.session.is_busy


def test_a_search_can_be_stepped_and_moved_to_any_position(lab, inspecting):
    lab.seek(7)
    glimpse = inspecting.state().glimpse
    assert (inspecting.expansions, inspecting.board) == (7, glimpse.expansion.node.board)
    assert inspecting.play.move_count == glimpse.expansion.node.g
    inspecting.step(1)
    inspecting.step(10)
    lab.tick()
    assert (inspecting.expansions, inspecting.state().last_known) == (18, 18)
    inspecting.step(-11)
    lab.tick()
    assert (inspecting.state().glimpse, inspecting.state().last_known) == (glimpse, 18)
    inspecting.seek(0)
    inspecting.step(-5)
    lab.tick()
    assert (inspecting.expansions, inspecting.state().glimpse.expansion) == (0, None)
    lab.seek(10**9)
    state = inspecting.state()
    assert (state.expansions, state.is_at_end, state.last_known) == (TOTAL, True, TOTAL)
    assert state.is_end_known and state.moment.result.length == solve(START, GOAL).length


def test_steps_during_a_seek_are_added():
    lab = Lab(is_slow=True)
    inspecting = lab.inspecting
    state = inspecting.state()
    assert (state.moment, inspecting.board, state.last_known) == (None, START, 0)
    lab.arrive()
    for _ in range(3):
        inspecting.step(1)
    state = inspecting.state()
    assert (state.target, state.expansions, state.is_seeking) == (3, 0, True)
    lab.arrive()
    state = inspecting.state()
    assert (state.target, state.expansions, state.is_seeking) == (None, 3, False)


def test_a_search_runs_until_it_is_paused_or_ends(lab, inspecting, session):
    session.toggle_pause()
    assert inspecting.is_running and not inspecting.is_paused and session.is_busy
    assert lab.examiner.sent[-2:] == [SetRate(10), Resume()]
    lab.examiner.run_on(4)
    lab.tick()
    assert inspecting.expansions == 4 and inspecting.is_running
    session.toggle_pause()
    assert lab.examiner.sent[-1] == Pause()
    lab.tick()
    assert not inspecting.is_running and inspecting.state().moment.is_there
    inspecting.toggle_pause()
    lab.examiner.run_on(10**9)
    lab.tick()
    assert inspecting.state().is_at_end and not inspecting.is_running
    inspecting.toggle_pause()  # at the end it starts again
    assert lab.examiner.sent[-3:] == [Seek(0), SetRate(10), Resume()]
    lab.tick()
    assert (inspecting.expansions, inspecting.is_running) == (0, True)


def test_a_search_runs_to_a_typed_condition(lab, inspecting):
    assert inspecting.run_until("f 24") == ""
    assert inspecting.is_running
    [rate, resume] = lab.examiner.sent[-2:]
    assert rate == SetRate(None) and resume.until is not None
    lab.seek(TOTAL)
    assert inspecting.run_until("f 24") == AT_END


@pytest.mark.parametrize(("text", "is_found"), [("f 999", False), ("5 4 3\n2 1 0", True)])
def test_a_search_that_ends_without_a_match_has_a_message(lab, inspecting, text, is_found):
    assert inspecting.run_until(text) == ""
    lab.examiner.run_on(TOTAL + 1)
    lab.arrive()
    assert not inspecting.is_running
    expected = "" if is_found else NO_MATCH.format("f 999")
    assert message_of(lab.session) == expected
    if not is_found:
        assert inspecting.state().is_at_end
        lab.seek(3).seek(TOTAL)
        assert inspecting.state().is_at_end


def test_an_unknown_condition_is_rejected_with_the_valid_conditions(inspecting):
    assert "reopened" in inspecting.run_until("nonsense")
    assert not inspecting.is_running


def test_a_seek_to_the_end_runs_at_full_speed(lab, inspecting):
    inspecting.to_end()
    assert (inspecting.is_running, lab.examiner.sent[-2:]) == (True, [SetRate(None), Resume()])
    lab.examiner.run_on(10**9)
    lab.tick()
    lab.seek(3)
    inspecting.to_end()
    assert (inspecting.is_running, lab.examiner.sent[-1]) == (False, Seek(TOTAL))


def test_the_rate_is_one_of_several_steps(lab, inspecting):
    inspecting.change_rate(1)
    assert inspecting.rate == 20
    for _ in RATES:
        inspecting.change_rate(1)
    assert inspecting.rate is None
    inspecting.toggle_pause()
    inspecting.change_rate(-1)
    assert (inspecting.rate, lab.examiner.sent[-1]) == (1000, SetRate(1000))
    for _ in RATES:
        inspecting.change_rate(-1)
    assert inspecting.rate == 1
    inspecting.set_rate(7)
    inspecting.change_rate(1)
    assert inspecting.rate == 20
    inspecting.set_rate(10**6)
    assert inspecting.rate == 1000


def test_another_method_starts_at_its_first_moment(lab):
    inspecting, first = lab.inspecting, lab.examiner
    for _ in range(2):
        inspecting.record(ranks=True)
    assert first.sent.count(Record(ranks=True)) == 1
    lab.seek(9)
    before, method = inspecting.method, Method("bfs")
    inspecting.set_method(method)
    assert first.is_cancelled and lab.examiner is not first
    assert lab.examiner.sent == [Record(ranks=True)]
    assert (inspecting.method, inspecting.state().moment, inspecting.board) == (method, None, START)
    assert inspecting.state().method != before
    lab.tick()
    assert inspecting.expansions == 0 and inspecting.state().moment is not None
    inspecting.set_method(method)
    assert len(lab.examiners) == 2


def test_an_error_of_the_search_stops_it_and_is_reported_once(lab):
    lab.inspecting.toggle_pause()
    lab.examiner.failure = "out of memory"
    lab.tick()
    state = lab.inspecting.state()
    assert (state.failure, state.is_running, state.target) == ("out of memory", False, None)
    assert message_of(lab.session) == ""  # the Lab displays the failure


def test_a_failed_search_starts_again_for_an_earlier_moment_with_the_same_log(lab):
    inspecting, failed = lab.inspecting, lab.examiner
    inspecting.record(ranks=True)
    lab.seek(9)
    failed.failure = "out of memory"
    lab.tick()
    inspecting.seek(3)
    assert lab.examiner is not failed
    assert lab.examiner.sent == [Record(ranks=True), Seek(3)]


# ---- The interrupted game
# --------------------------------------------------------------------------


def test_the_interrupted_game_is_unchanged(lab, session):
    assert not session.click(2) and message_of(session) == NO_MOVES
    lab.seek(5)
    session.stop()
    assert lab.examiner.is_cancelled
    play = play_of(session)
    assert (activity_of(session), play.board, play.move_count) == (Playing, START, 0)
    assert not session.activity.play.is_helped
    [slide] = lab.tick()
    assert slide.after == START


def test_seeing_a_solution_of_the_game_counts_as_help(lab, session):
    session.lab.open(START.apply(Move.UP).apply(Move.LEFT))
    lab.seek(10**9)
    assert lab.inspecting.state().is_at_end and not session.context.game.play.coached
    session.lab.open(START, method=METHOD)
    lab.seek(TOTAL - 1)
    assert not session.context.game.play.coached
    lab.seek(TOTAL)
    assert session.context.game.play.coached
    assert message_of(session) == texts.COUNTS_AS_COACHED


# ---- Predictions ------------------------------------------------------------------------------


def test_a_prediction_is_about_the_next_expanded_board(lab, inspecting):
    lab.seek(9)
    inspecting.ask(PredictionKind.NEXT)
    question, coming = inspecting.state().question, inspecting.state().moment.coming
    assert (question.kind, question.moment) == (PredictionKind.NEXT, 9)
    assert question.choices[question.right].node.board == coming.node.board
    assert inspecting.state().is_predicting and inspecting.state().verdict is None
    inspecting.answer(question.right)
    lab.tick()
    assert inspecting.state().verdict.is_right and inspecting.state().question is None
    assert (inspecting.expansions, inspecting.board) == (10, coming.node.board)
    assert inspecting.state().score == PredictionScore(1, 1, 1)
    assert Happening.RIGHT in lab.session.take_happenings()


def test_a_wrong_answer_has_a_reason_and_ends_the_streak(lab, inspecting):
    lab.seek(9)
    for is_right in (True, True, False):
        inspecting.ask(PredictionKind.NEXT)
        right = inspecting.state().question.right
        inspecting.answer(right if is_right else 1 - min(right, 1))
        lab.tick()
    assert not inspecting.state().verdict.is_right
    assert inspecting.state().verdict.words.startswith("Wrong: ")
    assert inspecting.state().score == PredictionScore(3, 2, 0)


def test_a_running_search_is_paused_for_a_question(lab, inspecting):
    inspecting.toggle_pause()
    lab.examiner.run_on(9)
    lab.tick()
    inspecting.ask()
    assert lab.examiner.sent[-1] == Pause()
    lab.tick()
    assert inspecting.state().question is not None and not inspecting.is_running


def test_during_a_seek_the_question_waits_for_the_requested_moment():
    lab = Lab(is_slow=True)
    lab.arrive()
    lab.inspecting.seek(12)
    lab.inspecting.ask()
    assert lab.inspecting.state().question is None and lab.inspecting.state().is_predicting
    lab.arrive()
    assert lab.inspecting.state().question.moment == 12


def test_at_the_end_there_are_no_questions(lab):
    lab.seek(TOTAL)
    lab.inspecting.ask()
    assert message_of(lab.session) == NOTHING_TO_PREDICT
    assert not lab.inspecting.state().is_predicting


@pytest.mark.parametrize("leave", ["seek", "toggle_pause", "stop_asking", "set_method"])
def test_other_actions_remove_the_question(lab, inspecting, leave):
    lab.seek(9)
    inspecting.ask()
    assert inspecting.state().question is not None
    arguments = {"seek": (3,), "set_method": (Method("bfs"),)}
    getattr(inspecting, leave)(*arguments.get(leave, ()))
    assert not inspecting.state().is_predicting
    inspecting.answer(0)
    assert inspecting.state().score == PredictionScore()


def test_the_pseudocode_step_is_limited_to_the_length_of_the_trace(lab, inspecting):
    inspecting.steps_in_code = True
    lab.seek(2)
    inspecting.to_end()
    lab.tick()
    for moment in (2, 1, 0, 3):
        inspecting._back = 1000  # like after a longer trace
        inspecting._arrive(inspecting.state().moment)
        first, last = inspecting.state().code_range
        assert first <= inspecting.state().code_step <= last
        lab.seek(moment)
