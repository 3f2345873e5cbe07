"""The thread that proves distances answers the newest list and continues started questions."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from puzzler.board import Board, shuffle
from puzzler.progress import BuildProgress
from puzzler.search.engine import measuring
from puzzler.search.engine.measuring import DistanceQuestion
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.solver import distances as module
from puzzler.solver.commands import Ask
from puzzler.solver.distances import measure
from tests.solver.scripted import wait_until

pytestmark = pytest.mark.usefixtures("compiled")

GOAL = Board.solved(3, 3)
BOARDS = [shuffle(3, 3, seed=seed).start for seed in range(6)]


@pytest.fixture
def measurer():
    with_thread = measure()
    yield with_thread
    with_thread.close()
    assert not any(thread.name.startswith("distances") for thread in threading.enumerate())


def ask(measurer, questions):
    measurer.send(Ask(tuple(questions)))


def answers(measurer):
    """Return all answers until the thread is idle."""
    found = []

    def is_settled():
        found.extend(measurer.poll())
        return not measurer.is_busy

    wait_until(is_settled)
    return [*found, *measurer.poll()]


def shortest(board, goal=GOAL):
    return solve(board, goal, Method.shortest(*board.size)).length


def test_questions_are_answered_in_order(measurer):
    ask(measurer, [DistanceQuestion(board, GOAL, with_path=True) for board in BOARDS])
    assert measurer.is_busy
    found = answers(measurer)
    assert [answer.question.board for answer in found] == BOARDS
    for answer in found:
        assert answer.is_over
        assert answer.at_least == answer.at_most == len(answer.path)
        assert answer.question.board.apply_all(answer.path) == GOAL
    assert [answer.at_least for answer in found] == [shortest(board) for board in BOARDS]
    assert GOAL in measurer.latest


def test_bounds_are_published_before_the_proof(measurer):
    scenario = shuffle(4, 4, seed=5)
    ask(measurer, [DistanceQuestion(scenario.start, scenario.goal)])
    found = answers(measurer)
    assert [answer.is_over for answer in found] == [False] * (len(found) - 1) + [True]
    bounds = [answer.at_least for answer in found]
    assert bounds == sorted(bounds)
    assert bounds[-1] == found[-1].at_most == shortest(scenario.start, scenario.goal)


def test_the_newest_list_replaces_the_others(measurer):
    hard = DistanceQuestion(
        Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"), Board.solved(4, 4)
    )
    near = shuffle(4, 4, 20, seed=1)
    ask(measurer, [hard])
    wait_until(lambda: hard.goal in measurer.latest)
    ask(measurer, [DistanceQuestion(near.start, near.goal)])
    found = [answer for answer in answers(measurer) if answer.is_over]
    assert [answer.question.board for answer in found] == [near.start]


def test_a_started_question_continues_in_a_newer_list(measurer, monkeypatch):
    boards = []

    def counted(ruler, board, *bounds):
        boards.append(board)
        return measuring.Measuring(ruler, board, *bounds)

    scenario = shuffle(4, 4, seed=5)
    first, second = (
        DistanceQuestion(scenario.start, scenario.goal),
        DistanceQuestion(BOARDS[0], GOAL),
    )
    ask(measurer, [first])
    wait_until(lambda: scenario.goal in measurer.latest)
    monkeypatch.setattr(module, "Measuring", counted)
    hard = Board.parse("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1")
    ask(measurer, [DistanceQuestion(hard, scenario.goal)])
    wait_until(lambda: boards == [hard])
    ask(measurer, [second, DistanceQuestion(hard, scenario.goal, at_least=40)])
    wait_until(lambda: any(answer.question == second for answer in measurer.poll()))
    ask(measurer, [])
    assert boards.count(hard) == 1


def test_bounds_of_a_question_save_work_even_after_it_was_started(measurer):
    scenario = shuffle(4, 4, 50, seed=2)
    board, goal = scenario.start, scenario.goal
    distance = shortest(board, goal)
    ask(measurer, [DistanceQuestion(board, goal, distance, distance)])
    [found] = answers(measurer)
    assert (found.at_least, found.at_most, found.path) == (distance, distance, None)


def test_a_finished_question_is_not_repeated_until_a_list_omits_it(measurer):
    question, other = (DistanceQuestion(board, GOAL) for board in BOARDS[:2])
    ask(measurer, [question])
    first = answers(measurer)
    ask(measurer, [replace(question, at_least=1), other])
    assert [answer.question for answer in answers(measurer)] == [other]
    ask(measurer, [])
    answers(measurer)
    ask(measurer, [question])
    assert answers(measurer) == first
    ask(measurer, [replace(question, with_path=True)])
    [with_path] = answers(measurer)
    assert len(with_path.path) == with_path.at_least == first[-1].at_least


def test_an_unsolvable_board_does_not_affect_other_questions(measurer):
    unsolvable = Board.parse("2 1 3/4 5 6/7 8 0")
    ask(measurer, [DistanceQuestion(unsolvable, GOAL), DistanceQuestion(BOARDS[0], GOAL)])
    first, second = answers(measurer)
    assert (first.question.board, first.at_most, first.is_over) == (unsolvable, None, True)
    assert second.at_most == shortest(BOARDS[0])


def test_a_question_without_tables_does_not_wait_for_tables(measurer, monkeypatch):
    build = measuring.Ruler.build
    may_end = threading.Event()

    def slow(goal, report, **options):
        while goal.rows == 2 and not may_end.is_set():
            report(BuildProgress(0.5, "tables"))
        return build(goal, report, **options)

    monkeypatch.setattr(measuring.Ruler, "build", slow)
    ask(measurer, [DistanceQuestion(BOARDS[0], GOAL)])
    answers(measurer)
    wide = Board.solved(2, 4)
    ask(measurer, [DistanceQuestion(wide, wide), DistanceQuestion(BOARDS[1], GOAL)])
    found = []

    def is_answered():
        found.extend(measurer.poll())
        return found

    wait_until(is_answered)
    assert found[0].question.board == BOARDS[1]
    assert measurer.building == BuildProgress(0.5, "tables")
    may_end.set()
    assert [each.question.board for each in answers(measurer)] == [wide]
    assert measurer.building is None


def test_a_failed_question_does_not_affect_others(measurer, monkeypatch, caplog):
    build = measuring.Ruler.build

    def fail(goal, report, **options):
        if goal.rows == 2:
            raise MemoryError
        return build(goal, report, **options)

    monkeypatch.setattr(measuring.Ruler, "build", fail)
    wide = Board.solved(2, 4)
    ask(measurer, [DistanceQuestion(wide, wide), DistanceQuestion(BOARDS[0], GOAL)])
    first, second = answers(measurer)
    assert (first.question.board, first.at_most, first.is_over) == (wide, None, True)
    assert second.at_most == shortest(BOARDS[0])
    assert "MemoryError" in caplog.text


def test_a_question_has_a_time_limit(measurer, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    scenario = shuffle(4, 4, seed=5)
    ask(measurer, [DistanceQuestion(scenario.start, scenario.goal)])
    last = answers(measurer)[-1]
    assert last.is_over and last.at_most is None


def test_a_question_has_a_limit_of_expansions_without_compiled_kernels(measurer, monkeypatch):
    scenario = shuffle(4, 4, seed=5)
    question = DistanceQuestion(scenario.start, scenario.goal)
    monkeypatch.setattr(module, "PLAIN_EXPANSIONS", 1)
    ask(measurer, [question])
    assert answers(measurer)[-1].at_most is not None
    monkeypatch.setattr(module, "is_compiled", lambda: False)
    ask(measurer, [])
    answers(measurer)
    ask(measurer, [question])
    last = answers(measurer)[-1]
    assert last.is_over and last.at_most is None


def test_tables_of_few_goals_are_cached(measurer):
    goals = [shuffle(2, 3, seed=seed).start for seed in range(5)]
    goals = list(dict.fromkeys(goals))
    ask(measurer, [DistanceQuestion(goal, goal) for goal in goals])
    answers(measurer)
    is_cached = [(goal in measurer.latest) for goal in goals]
    assert sum(is_cached) == module.MAX_RULERS
    assert is_cached[-1]
    oldest, *_ = kept = [*measurer.latest]
    ask(measurer, [])  # forget the finished questions
    ask(measurer, [DistanceQuestion(oldest, oldest)])
    answers(measurer)
    assert [*measurer.latest] == [*kept[1:], oldest]
    other = next(goal for goal in goals if goal not in kept)
    ask(measurer, [DistanceQuestion(other, other)])
    answers(measurer)
    assert [*measurer.latest] == [*kept[2:], oldest, other], "the oldest is dropped"
