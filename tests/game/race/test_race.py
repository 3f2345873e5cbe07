"""Races: opening, actions of the user, and moments of a finished race."""

from __future__ import annotations

import operator
import threading
from dataclasses import replace
from itertools import pairwise

import pytest

from puzzler.board import Board, Move, shuffle
from puzzler.board.scenario import Problem
from puzzler.game.core.live_figures import LiveFigures, search_progress
from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.lab.plots import joint
from puzzler.game.play.playing import Playing
from puzzler.game.race.race import FEW_CELLS, MANY_CELLS, NO_SOLUTION
from puzzler.game.race.racing import NO_MOVES, RACE_IS_OVER
from puzzler.game.race.state import RacePhase, Timeline, lane_names
from puzzler.game.watch.watching import Watching
from puzzler.search.inspection.samples import SampledFigure
from puzzler.search.method import Method
from puzzler.search.options import Limit
from puzzler.search.report.winning import WinningRule
from puzzler.search.result import Outcome, SearchStats
from puzzler.search.solve import solve
from puzzler.search.starting import start
from puzzler.solver.race.job import start_race
from puzzler.solver.race.race_rules import LaneProgress, LaneState, Pace, RaceRules
from tests.game.examined import ExaminedStage
from tests.game.fakes import activity_of, message_of, play_of
from tests.solver.scripted import wait_until

pytestmark = pytest.mark.usefixtures("compiled")

GOAL = Board.solved(3, 3)
START = Board.parse("8 6 7/2 5 4/3 0 1")
NEAR = shuffle(3, 3, seed=2, moves=12).start
METHODS = (Method("astar", "manhattan"), Method("idastar", "manhattan"), Method("bfs"))
TO_THE_END = RaceRules()
LONG = (Method("iddfs"), Method("iddfs", order="RDLU"))


def is_seeking(racing):
    return any(not lane.is_there and not lane.trouble for lane in racing.lanes)


class RaceStage(ExaminedStage):
    def __init__(self, start=START, goal=GOAL, start_racer=start_race, **settings):
        super().__init__(start, goal, handed_in={"start_racer": start_racer}, **settings)

    @property
    def race(self):
        return self.session.race

    @property
    def racing(self):
        return self.race.opened

    def open_race(self, methods=METHODS, rules=TO_THE_END, **more):
        assert self.race.open(methods=methods, **more)
        self.racing.set_rules(rules)
        return self.racing

    def until(self, condition):
        def is_so():
            self.tick()
            return condition()

        wait_until(is_so)

    def finished_race(self, methods=METHODS, rules=TO_THE_END, **more):
        """Run a race to its end."""
        racing = self.open_race(methods, rules, **more)
        racing.start()
        self.until(lambda: racing.phase is RacePhase.OVER)
        return racing


@pytest.fixture(scope="module")
def shared():
    """A stage with a finished race, which tests leave at its end."""
    stage = RaceStage()
    stage.finished_race()
    yield stage
    stage.session.close()


@pytest.fixture
def stage():
    stages = RaceStage()
    yield stages
    stages.session.close()
    assert not any(thread.name.startswith("race") for thread in threading.enumerate())


def figures(stats):
    return stats._replace(elapsed=0, memory_bytes=0)


def test_a_race_starts_at_its_rate():
    arguments = []

    def start(*values, **options):
        arguments.append(options)
        return start_race(*values, **options)

    stage = RaceStage(start_racer=start)
    racing = stage.open_race()
    racing.set_rate(5)
    racing.start(is_paused=True)
    stage.session.close()
    assert [options["rate"] for options in arguments] == [5]


# ---- Opening ------------------------------------------------------------------------------


def test_a_race_opens_ready_to_start_and_interrupts_the_game(stage):
    assert stage.session.can_search and stage.racing is None
    assert stage.race.open()
    racing = stage.racing
    assert racing.problem == Problem(START, GOAL)
    assert racing.methods == FEW_CELLS
    assert racing.phase is RacePhase.READY and not racing.is_busy and not racing.is_paused
    assert [lane.state for lane in racing.lanes] == [None, None]
    assert [lane.figures.current for lane in racing.lanes] == [START, START]
    state = racing.state()
    assert (state.entries, state.winner, state.plots) == ((), None, ())
    assert not stage.session.click(0) and message_of(stage.session) == NO_MOVES
    assert stage.race.open() and stage.racing is racing
    stage.session.stop()
    assert activity_of(stage.session) is Playing
    assert play_of(stage.session).board == START


def test_large_boards_have_suitable_methods():
    stage = RaceStage(shuffle(5, 5, seed=1).start, Board.solved(5, 5), rows=5, columns=5)
    assert stage.race.open()
    assert stage.racing.methods == MANY_CELLS
    assert stage.racing.state().warnings[0] == ""
    stage.racing.change_lane(1, Method("bfs"))
    assert stage.racing.state().warnings[1]
    stage.session.close()


def test_lanes_and_rules_can_be_given_and_are_stored(stage):
    rules = RaceRules(Pace.TIME, seconds=2)
    limited = [replace(method, limit=Limit(expansions=5)) for method in METHODS]
    assert stage.race.open(NEAR, methods=limited)
    stage.racing.set_rules(rules)
    # the rules of the race limit the searches
    assert stage.racing.methods == METHODS and stage.racing.problem.start == NEAR
    stage.racing.rule = WinningRule.LEAST_TIME
    stage.racing.set_rate(50)
    stage.session.stop()
    assert stage.race.open()
    racing = stage.racing
    assert (racing.methods, racing.rules, racing.rule) == (METHODS, rules, WinningRule.LEAST_TIME)
    assert racing.rate == 50 and racing.problem.start == START
    stage.session.stop()
    assert stage.session.lab.open(NEAR)
    assert stage.race.open(methods=METHODS[:2])
    racing = stage.racing  # like in a lesson: default rules and the problem of the Lab
    assert (racing.rules, racing.rule, racing.rate) == (
        RaceRules(),
        WinningRule.SHORTEST_SOLUTION,
        None,
    )
    assert racing.problem.start == NEAR
    with pytest.raises(ValueError, match="2 to 4 methods"):
        stage.race.open(methods=METHODS[:1])


def test_lanes_are_chosen(stage):
    racing = stage.open_race(METHODS[:2])
    assert racing.state().can_add and not racing.state().can_remove
    racing.change_lane(0)
    racing.change_lane(len(racing.methods), METHODS[0])
    racing.change_lane(len(racing.methods), METHODS[2])
    racing.change_lane(len(racing.methods), METHODS[2])
    assert racing.methods == (*METHODS[:2], METHODS[0], METHODS[2])
    assert not racing.state().can_add
    assert lane_names(racing.methods) == ("1 A*", "2 IDA*", "3 A*", "4 Breadth-first")
    racing.change_lane(0, METHODS[2])
    racing.change_lane(2)
    assert racing.methods == (METHODS[2], METHODS[1], METHODS[2])
    assert racing.state().memory_each == stage.session.settings.limit.memory // 3
    with pytest.raises(ValueError, match="not 5"):
        racing.set_methods(METHODS[:1] * 5)


# ---- Racing -------------------------------------------------------------------------------


def test_every_lane_has_the_result_of_a_single_search(shared):
    racing = shared.racing
    for method, lane, entry in zip(METHODS, racing.lanes, racing.state().entries, strict=True):
        alone = solve(START, GOAL, method)
        assert (lane.state, lane.is_there) == (LaneState.SOLVED, True)
        assert figures(lane.figures.stats) == figures(alone.stats)
        assert lane.figures.stats.memory_bytes == racing.state().memory_each
        assert entry.method == method and entry.result.moves == alone.moves
        assert lane.bar.share == 1 and lane.bar.text == "31 moves"
    assert racing.state().shortest == 31
    assert not racing.is_busy
    assert racing.state().moment == max(lane.expansions for lane in racing.lanes)


def test_the_rule_decides_the_winner(shared):
    racing = shared.racing
    expanded = [lane.figures.stats.expanded for lane in racing.lanes]
    assert racing.rule is WinningRule.SHORTEST_SOLUTION
    # all solutions have the same length, so expansions decide
    assert racing.state().winner.places == (expanded.index(min(expanded)),)


def test_all_lanes_are_in_one_plot(shared):
    plot = joint(
        shared.racing.state().plots, (SampledFigure.G, SampledFigure.FRONTIER, SampledFigure.BOUND)
    )
    again = shared.racing.state().plots
    assert all(map(operator.is_, shared.racing.state().plots, again))
    assert {curve.owner for curve in plot.curves} == set(lane_names(shared.racing.methods))
    assert plot.expansions == shared.racing.state().moment
    bounds = {curve.owner for curve in plot.curves if curve.figure is SampledFigure.BOUND}
    assert bounds == {lane_names(shared.racing.methods)[1]}


def test_a_race_can_be_paused_stepped_and_slowed_down(stage):
    racing = stage.open_race(LONG)
    racing.step(0)
    assert racing.phase is RacePhase.READY
    racing.step(5)
    assert racing.is_paused and racing.phase is RacePhase.RUNNING
    stage.until(lambda: racing.state().moment == 5)
    assert [lane.figures.stats.expanded for lane in racing.lanes] == [5, 5]
    stage.until(lambda: not racing.is_busy)
    racing.toggle_pause()
    assert racing.state().is_running and racing.is_busy
    stage.until(lambda: racing.state().moment > 50)
    racing.toggle_pause()
    stage.until(lambda: not racing.is_busy)
    moment = racing.state().moment
    racing.step(2)
    racing.step(3)
    stage.until(lambda: not racing.is_busy)
    assert racing.state().moment == moment + 5
    racing.seek(1)  # only a finished race has a timeline
    assert racing.state().moment == moment + 5 and racing.state().timeline is None


def test_a_lane_and_the_race_can_be_stopped(stage):
    racing = stage.open_race(LONG)
    racing.toggle_pause()
    stage.until(lambda: racing.state().moment > 0)
    racing.stop_lane(0)
    stage.until(lambda: racing.lanes[0].state is LaneState.STOPPED)
    assert racing.phase is RacePhase.RUNNING
    racing.stop()
    stage.until(lambda: racing.phase is RacePhase.OVER)
    assert racing.lanes[1].state is LaneState.STOPPED
    assert racing.state().winner.places == ()
    racing.toggle_pause()
    assert message_of(stage.session) == RACE_IS_OVER


def test_leaving_ends_the_race_and_opening_it_again_shows_its_results(stage):
    racing = stage.open_race(LONG)
    racing.start()
    stage.until(lambda: racing.state().moment > 0)
    stage.session.stop()
    assert activity_of(stage.session) is Playing
    assert stage.race.open() and stage.racing is racing
    stage.until(lambda: racing.phase is RacePhase.OVER)
    assert {lane.state for lane in racing.lanes} == {LaneState.STOPPED}
    stage.session.stop()
    stage.session.move(Move.LEFT)
    assert stage.race.open()
    assert stage.racing is not racing and stage.racing.methods == LONG


def test_other_lanes_or_rules_reset_the_race(stage):
    racing = stage.finished_race(METHODS, start_at := RaceRules(expansions=20))
    assert {lane.state for lane in racing.lanes} == {LaneState.LIMIT}
    racing.set_rules(start_at)
    racing.set_methods(METHODS)
    assert racing.phase is RacePhase.OVER
    racing.set_rules(RaceRules(expansions=30))
    assert racing.phase is RacePhase.READY
    assert (racing.state().timeline, racing.state().plots) == (None, ())
    racing.start()
    stage.until(lambda: racing.phase is RacePhase.OVER)
    assert [lane.figures.stats.expanded for lane in racing.lanes] == [30] * 3
    racing.start()
    assert racing.phase is not RacePhase.READY  # the race may be finished
    stage.until(lambda: racing.phase is RacePhase.OVER)


# ---- Moments of a race --------------------------------------------------------------------------


@pytest.mark.parametrize("moment", [0, 1, 7, 250])
def test_every_moment_of_a_finished_race_can_be_shown(shared, moment):
    """A moment equals the state of a race that is paused there. Searches are run again for it."""
    racing = shared.racing
    racing.seek(moment)
    shared.tick()
    assert racing.state().moment == moment and not is_seeking(racing)
    live = RaceStage()
    again = live.open_race()
    again.step(moment or 1)
    live.until(lambda: again.state().moment == (moment or 1))
    for lane, then in zip(racing.lanes, again.lanes, strict=True):
        assert lane.state is LaneState.RUNNING and lane.expansions == moment
        if moment:
            assert (lane.figures.current, figures(lane.figures.stats)) == (
                then.figures.current,
                figures(then.figures.stats),
            )
            assert lane.bar.text == then.bar.text or lane.bar.share != then.bar.share
        else:
            assert lane.figures.current == START and lane.figures.stats.expanded == 0
    live.session.close()
    racing.to_end()
    assert all(lane.state is LaneState.SOLVED for lane in racing.lanes)


def test_a_lane_that_ended_before_the_moment_shows_its_end(shared):
    racing = shared.racing
    counts = [lane.expansions for lane in racing.lanes]
    racing.seek(sorted(counts)[1] + 5)
    shared.tick()
    states = [lane.state for lane in racing.lanes]
    last = counts.index(max(counts))
    assert [place for place, state in enumerate(states) if state is LaneState.RUNNING] == [last]
    for lane in racing.lanes:
        assert lane.place == last or lane.expansions == counts[lane.place]
    racing.step(-3)
    assert racing.state().moment == sorted(counts)[1] + 2
    racing.to_end()
    assert racing.state().moment == max(counts)


def test_a_race_of_time_has_a_timeline_in_seconds(stage):
    racing = stage.finished_race(METHODS[:2], RaceRules(Pace.TIME))
    line = racing.state().timeline
    assert line.end == max(lane.figures.stats.elapsed for lane in racing.lanes)
    racing.seek(line.end / 2)
    stage.tick()
    for lane in racing.lanes:
        assert lane.is_there
        if lane.state is LaneState.RUNNING:
            assert lane.figures.stats.expanded == lane.expansions < lane.progress.stats.expanded
            gap = max(after - before for (before, _), (after, _) in pairwise(lane.progress.times))
            assert lane.figures.stats.elapsed == pytest.approx(line.end / 2, abs=1e-4 + gap)
    racing.step(1)
    assert racing.state().moment == pytest.approx(min(line.end, line.end / 2 + 0.001))
    for expansions in (0, 1, 500, 10**9):  # like a click on the plot
        there = [lane for lane in line.lanes if lane.stats.expanded >= expansions]
        firsts = [line.seconds(lane, expansions) for lane in there]
        assert line.moment_of(expansions) == min(firsts, default=line.end)


def test_a_moment_that_cannot_be_shown_has_a_reason(stage):
    racing = stage.finished_race()
    racing.seek(300)
    stage.tick()
    failed = stage.examiners[0]
    failed.is_slow = True
    racing.seek(200)
    failed.failure = "out of memory"
    stage.tick()
    assert [lane.trouble for lane in racing.lanes] == ["out of memory", "", ""]
    assert not racing.lanes[0].is_there and not is_seeking(racing)
    racing.seek(100)  # the search is repeated
    stage.tick()
    assert len(stage.examiners) == 4 and all(lane.is_there for lane in racing.lanes)
    assert not any(lane.trouble for lane in racing.lanes)


def test_a_failed_lane_shows_its_end(caplog):
    def begin_failing(problem, method, report):
        search = start(problem, method, report)
        if method.algorithm == "bfs":
            search.stepping.work = fail
        return search

    def start_racer(*arguments, **options):
        return start_race(*arguments, make=begin_failing, **options)

    stage = RaceStage(start_racer=start_racer)
    racing = stage.finished_race(METHODS)
    assert [entry.failure for entry in racing.state().entries] == ["", "", "out of memory"]
    racing.seek(3)
    stage.tick()
    states = [lane.state for lane in racing.lanes]
    assert states == [LaneState.RUNNING, LaneState.RUNNING, LaneState.FAILED]
    assert len(stage.examiners) == 2 and not is_seeking(racing)
    stage.session.close()


def fail(budget):
    raise MemoryError


def test_times_between_measurements_are_interpolated():
    lane = LaneProgress(
        method=METHODS[0],
        state=LaneState.SOLVED,
        stats=SearchStats(expanded=100, elapsed=3.0),
        current=START,
        times=((0.0, 0), (1.0, 80), (2.0, 80), (3.0, 100)),
    )
    line = Timeline(Pace.TIME, (lane,))
    at = [line.expansions(lane, moment) for moment in (0, 0.5, 1, 1.5, 2.5, 3, 9)]
    assert at == [0, 40, 80, 80, 90, 100, 100]
    assert [line.seconds(lane, count) for count in (0, 40, 90, 100)] == [0, 0.5, 2.5, 3]
    assert (line.nearest(-1), line.nearest(1.25), line.nearest(4)) == (0, 1.25, 3)


def test_a_moment_between_two_expansions_is_rounded():
    lane = LaneProgress(
        method=METHODS[0], state=LaneState.SOLVED, stats=SearchStats(expanded=100), current=START
    )
    line = Timeline(Pace.EXPANSIONS, (lane,))
    moments = (-1, 0.4, 0.6, 40.9, 99.6, 101)
    assert [line.nearest(moment) for moment in moments] == [0, 0, 1, 41, 100, 100]
    assert [line.expansions(lane, moment) for moment in (0.4, 0.6, 40.9)] == [0, 1, 41]
    assert line.moment_of(17) == 17


# ---- Lanes in other activities
# ----------------------------------------------------------------------


def test_a_solution_is_played(stage, session):
    racing = stage.finished_race()
    answer = racing.state().entries[0].result.moves
    assert stage.race.play(0)
    assert isinstance(session.activity, Watching)
    run = session.watch.runs.shown
    assert (run.method, tuple(run.track.moves)) == (METHODS[0], answer)
    assert session.activity.timeline.is_playing
    assert [row.method for row in session.watch.rows] == [METHODS[0]]
    session.activity.seek(len(answer))
    assert play_of(session).board == GOAL
    session.activity.seek(0)
    session.stop()
    assert stage.race.open() and stage.racing is racing and racing.phase is RacePhase.OVER
    assert stage.race.play(0)
    assert len(session.watch.rows) == 1
    session.stop()


def test_a_solution_of_another_board_starts_a_new_play(stage):
    racing = stage.finished_race(board=NEAR)
    assert stage.race.play(1)
    assert play_of(stage.session).board == NEAR
    stage.session.activity.seek(len(racing.state().entries[1].result.moves))
    stage.session.stop()
    assert play_of(stage.session).is_solved
    stage.session.undo()
    stage.session.undo()
    assert play_of(stage.session).board == START


def test_a_lane_without_a_solution_is_not_played(stage):
    assert not stage.race.play(0)
    stage.finished_race(METHODS, RaceRules(expansions=5))
    assert not stage.race.play(0)
    assert message_of(stage.session) == NO_SOLUTION
    assert stage.race.opened is not None


def test_a_lane_opens_in_the_lab_at_the_shown_moment(stage):
    racing = stage.finished_race()
    racing.seek(40)
    stage.tick()
    assert stage.race.look_inside(1)
    assert activity_of(stage.session) is Inspecting
    inspecting = stage.session.lab.opened
    stage.tick()
    assert inspecting.method.title == METHODS[1].title and inspecting.expansions == 40
    assert stage.race.open() and stage.racing is racing
    assert stage.race.look_inside(1)
    stage.tick()
    assert stage.session.lab.opened.expansions == racing.lanes[1].progress.stats.expanded
    assert stage.session.lab.opened.state().moment.result.status is Outcome.SOLVED
    assert stage.race.open()
    racing.seek(0)  # at its start, even if the Lab left the same search elsewhere
    assert stage.race.look_inside(1)
    stage.tick()
    assert stage.session.lab.opened.expansions == 0


@pytest.mark.parametrize(
    ("algorithm", "bound", "best", "shortest", "share", "words"),
    [
        ("idastar", 20, None, 40, 0.5, "Lower bound 20 (best 40)"),
        ("idastar", 20, None, None, None, "Lower bound 20"),
        ("anytime", 20, 25, None, 0.8, "Lower bound 20 (best 25)"),
        ("bfs", 3, None, 4, 0.75, "Lower bound 3 (best 4)"),
        ("greedy", 12, None, 40, 0.75, "Best h 5 (start 20)"),
        ("dfs", 0, None, 40, None, "Depth 1,204"),
    ],
)
def test_the_progress_bar_depends_on_the_algorithm(algorithm, bound, best, shortest, share, words):
    stats = SearchStats(expanded=9, depth=1204, best_h=5)
    figures = LiveFigures(
        method=Method(algorithm), stats=stats, lower_bound=bound, best_length=best
    )
    progress = search_progress(figures, 20, shortest=shortest)
    assert (progress.share, progress.text) == (share, words)
    assert search_progress(LiveFigures(method=Method(algorithm)), 20).text
