"""Playback of a solution that Anytime is improving.

Played moves never change, no state is visited twice, and the solution never becomes longer,
independent of user actions and of the timing of the search. A scripted search reads commands and
sends solutions with delays.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Sequence
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.board.path import shortest_joined, state_numbers
from puzzler.board.scenario import Problem
from puzzler.game.core.category import Difficulty
from puzzler.game.core.playback import Playback
from puzzler.game.play.new_boards import NewBoardOptions, deal, shuffled_path
from puzzler.game.play.playing import Playing
from puzzler.game.watch.watching import REST_SECONDS, Watching, WatchPhase
from puzzler.search.algorithms.anytime import first_solution
from puzzler.search.engine.shortening import without_cycles
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.solver.commands import Cancel, Commit, Found
from puzzler.solver.watch import start
from tests.game.fakes import (
    GOAL,
    LONG_SOLUTION,
    NEAR,
    SOLUTION,
    FakeHandle,
    Stage,
    activity_of,
    message_of,
    play_of,
    playback,
)
from tests.solver.scripted import wait_until

SHUFFLED = shuffle(3, 3, 150, seed=5)
START = SHUFFLED.start
LONG = tuple(shuffled_path(SHUFFLED))
"""More than 100 moves, without a repeated state."""


@cache
def shortest_from(board: Board) -> tuple[Move, ...]:
    return solve(board, GOAL, Method.shortest(3, 3)).moves


def has_no_cycle(moves: Sequence[Move], start: Board = START) -> bool:
    return len(set(state_numbers(start, moves))) == len(moves) + 1


class ScriptedImprover:
    """A search that improves its solution when the test calls ``improve``."""

    def __init__(self, handle: FakeHandle) -> None:
        self.handle = handle
        self.path = LONG
        """The solution that begins with the moves of the last command that was read."""
        self.best = LONG
        """The shortest solution, which may begin differently."""
        self.fixed = 0
        self._commands_read = 0
        self._published: tuple[Move, ...] = ()

    def read_commands(self) -> None:
        sent = self.handle.sent
        commits = [each for each in sent[self._commands_read :] if isinstance(each, Commit)]
        self._commands_read = len(sent)
        if not commits:
            return
        newest, before = commits[-1], self.path
        assert START.apply_all(newest.moves) == GOAL and newest.fixed <= len(newest.moves)
        self.fixed, self.path = newest.fixed, newest.moves
        self._join(before)
        self._join(self.best)

    def improve(self, first: int, length: int) -> None:
        """Replace ``length`` moves from ``first`` on by a shortest path, after the fixed moves."""
        first = max(self.fixed, min(first, len(self.path)))
        start = START.apply_all(self.path[:first])
        end = start.apply_all(self.path[first : first + length])
        between = solve(start, end, Method("astar", "manhattan")).moves
        moves = (*self.path[:first], *between, *self.path[first + length :])
        if has_no_cycle(moves):
            self.path = moves
            self._update_best()

    def improve_best(self, first: int) -> None:
        """Find a shorter solution regardless of the fixed moves, as a proof does."""
        moves = (*self.best[:first], *shortest_from(START.apply_all(self.best[:first])))
        if len(moves) < len(self.best):
            self.best = tuple(without_cycles(START, list(moves)))
        self._join(self.best)

    def publish(self) -> None:
        """Send the moves that differ from those sent before."""
        for moves in (self.path, self.best):
            index = 0
            for new, old in zip(moves, self._published, strict=False):
                if new is not old:
                    break
                index += 1
            self.handle.events.append(Found(self.handle.run_id, index, moves[index:], None, 5))
            self._published = moves

    def _join(self, other: Sequence[Move]) -> None:
        shorter = shortest_joined(START, self.path, self.fixed, other)
        if shorter is not None:
            self.path = tuple(shorter)
        self._update_best()

    def _update_best(self) -> None:
        self.best = min(self.best, self.path, key=len)


class ImprovedPlayback:
    """A watch in progress that checks the invariants after every step."""

    def __init__(self) -> None:
        self.stage = Stage(Scenario(START, GOAL), algorithm="anytime", thinking_seconds=0)
        self.session = self.stage.session
        self.session.watch.start()
        self.search = ScriptedImprover(self.stage.solver.last)
        self.search.publish()
        self.search.handle.show(START, 10)
        self.stage.tick()
        self.announced = self.track.total
        assert message_of(self.session).startswith(f"Solution found: {self.announced} moves (")
        self.check()

    @property
    def watching(self) -> Watching:
        return self.session.context.current(Watching)

    @property
    def track(self) -> Playback:
        return self.session.watch.runs.shown.track

    @property
    def has_ended(self) -> bool:
        return Cancel() in self.search.handle.sent

    def check(self) -> None:
        track = self.track
        assert START.apply_all(track.moves) == GOAL
        assert has_no_cycle(track.moves)
        assert 0 <= track.position <= track.total <= self.announced
        shown = START.apply_all(track.moves[: track.position])
        assert track.board == shown == play_of(self.session).board
        self.announced = track.total

    def tick(self, count: int = 1) -> None:
        for _ in range(count):
            track = self.track
            played, is_playing = track.moves[: track.position], track.is_playing
            self.stage.tick()
            assert track.moves[: len(played)] == played
            assert len(played) <= track.position <= len(played) + (4 if is_playing else 0)
            self.check()

    def seek(self, position: int) -> None:
        played = self.track.moves[: self.track.position]
        self.watching.seek(position)
        stays = min(len(played), self.track.position)
        assert self.track.moves[:stays] == played[:stays]
        self.check()

    def drag(self, steps: Sequence[int]) -> None:
        for step in steps:
            self.seek(self.track.position + step)
            self.tick()

    def step(self, count: int) -> None:
        self.watching.step(count)
        self.check()

    def deliver_all(self) -> None:
        """Let the search read all commands and the window receive all answers."""
        for _ in range(3):
            self.tick()
            self.search.read_commands()
            self.search.publish()
        self.tick()

    def run_actions(self, actions: Sequence[tuple[str, int]]) -> None:
        for name, number in actions:
            ACTIONS[name](self, number)

    def play_to_the_end(self) -> None:
        self.session.set_speed(60)
        if not self.track.is_playing:
            self.watching.toggle_pause()
        while not play_of(self.session).is_solved:
            self.tick()


ACTIONS: dict[str, Callable[[ImprovedPlayback, int], object]] = {
    "tick": lambda watch, number: watch.tick(number),
    "publish": lambda watch, number: watch.search.publish(),
    "read commands": lambda watch, number: watch.search.read_commands(),
    "improve played moves": lambda watch, number: watch.search.improve(
        watch.track.position - number, 12
    ),
    "improve next moves": lambda watch, number: watch.search.improve(watch.track.position, number),
    "improve later moves": lambda watch, number: watch.search.improve(
        watch.track.position + number, 12
    ),
    "improve best": lambda watch, number: watch.search.improve_best(number),
    "drag": lambda watch, number: watch.drag([-1, 0, 1, 2, 3] * (number // 5)),
    "drag back": lambda watch, number: watch.drag([-2] * number),
    "to start": lambda watch, number: watch.seek(0),
    "to end": lambda watch, number: watch.seek(watch.track.total),
    "step": lambda watch, number: watch.step(number - 20),
    "pause": lambda watch, number: watch.watching.toggle_pause(),
    "fast": lambda watch, number: watch.session.set_speed(60),
    "slow": lambda watch, number: watch.session.set_speed(0.5 + number / 10),
}
ACTION_LISTS = st.lists(
    st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 40)), max_size=25
)


# ---- Invariants -----------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(ACTION_LISTS)
def test_played_moves_stay_and_later_moves_are_improved_up_to_the_goal(actions):
    watch = ImprovedPlayback()
    watch.run_actions(actions)
    watch.seek(2)
    if not watch.track.is_playing:
        watch.watching.toggle_pause()
    watch.session.set_speed(1)
    if not watch.has_ended:
        watch.deliver_all()
        watch.search.improve(watch.search.fixed, 1000)
        watch.search.publish()
        watch.tick()
        assert watch.track.total <= len(watch.search.path)
    watch.play_to_the_end()
    assert watch.track.position == watch.track.total == watch.announced <= len(LONG)
    assert play_of(watch.session).move_count == watch.track.total


@settings(max_examples=25, deadline=None)
@given(ACTION_LISTS, st.booleans())
@example([("improve best", 0), ("improve later moves", 0), ("step", 0)], True)
def test_the_result_of_the_search_is_the_solution_that_is_played(actions, is_published):
    watch = ImprovedPlayback()
    watch.run_actions(actions)
    if watch.has_ended:
        return
    shortest = shortest_from(START)
    if is_published:
        watch.search.improve_best(0)
        watch.search.publish()
    watch.search.handle.finish(
        START, GOAL, shortest, proven_optimal=True, lower_bound=len(shortest), bound_factor=1
    )
    watch.tick()
    run, track = watch.session.watch.runs.shown, watch.track
    assert run.result.moves == tuple(track.moves)
    assert run.length == track.total >= run.lower_bound == len(shortest)
    is_shortest = track.total == len(shortest)
    assert run.result.proven_optimal == is_shortest
    assert run.result.bound_factor == (1 if is_shortest else None)
    assert shortest_joined(START, track.moves, track.position, shortest) is None
    watch.play_to_the_end()
    assert watch.track.position == watch.track.total == run.length
    watch.seek(0)
    assert tuple(track.moves) == run.result.moves


@settings(max_examples=25, deadline=None)
@given(ACTION_LISTS, st.sampled_from(["move", "undo"]))
def test_taking_over_continues_from_the_shown_board(actions, event):
    watch = ImprovedPlayback()
    watch.run_actions(actions)
    session, board, position = watch.session, play_of(watch.session).board, watch.track.position
    if event == "move" and board != GOAL:  # a solved board is locked
        move = board.legal_moves()[0]
        session.move(move)
        expected = board.apply(move)
    else:
        session.undo()
        expected = START
    assert isinstance(session.activity, Playing) and play_of(session).board == expected
    watch.search.improve(position, 30)
    watch.search.publish()
    for _ in range(20):
        watch.stage.tick()
    assert play_of(session).board == expected
    assert watch.has_ended


def test_a_real_search_improves_while_the_track_is_dragged(compiled):
    scenario = shuffle(5, 5, None, 4)
    stage = Stage(
        scenario,
        {"start_solver": start},
        rows=5,
        columns=5,
        playback_speed=60.0,
        thinking_seconds=0.1,
    )
    session, generator = stage.session, random.Random(5)
    try:
        session.watch.start()
        stage.wait_for(lambda: activity_of(session) is WatchPhase.PLAYBACK)
        run, track = session.watch.runs.shown, playback(session)
        announced = track.total
        for frame in range(300):
            played = track.moves[: track.position]
            stage.tick()
            time.sleep(0.001)
            assert track.moves[: len(played)] == played and track.total <= announced
            assert track.board == scenario.start.apply_all(track.moves[: track.position])
            announced = track.total
            if frame % 40 == 39 and isinstance(session.activity, Watching):
                session.activity.seek(generator.randrange(track.total * 3 // 4))
        assert scenario.start.apply_all(track.moves) == scenario.goal
        assert has_no_cycle(track.moves, scenario.start)
        run.cancel()
        # kernels that are being compiled cannot be interrupted
        wait_until(lambda: (stage.tick(), run.is_over)[-1])
        assert run.result.moves == tuple(track.moves)
        assert len(track.moves) <= announced
    finally:
        session.close()


# ---- Start of playback ------------------------------------------------------------------------


@pytest.fixture
def anytime() -> Stage:
    """Anytime searches ``NEAR`` and has a solution, but no figures yet."""
    stage = Stage(algorithm="anytime")
    stage.session.watch.start()
    stage.solver.last.find(LONG_SOLUTION)
    return stage


@pytest.mark.parametrize("seconds", [0, 1, 3])
def test_anytime_thinks_for_the_chosen_time(seconds):
    stage = Stage(algorithm="anytime", thinking_seconds=seconds)
    session = stage.session
    session.watch.start()
    stage.solver.last.find(LONG_SOLUTION)
    assert message_of(session) == "Looking for a short solution"
    stage.pass_time(4)  # tables are being loaded, so there are no figures
    assert activity_of(session) is WatchPhase.SEARCHING
    stage.solver.last.show(NEAR.start, 10)
    stage.pass_time(max(0, seconds - 0.1))
    assert seconds == 0 or activity_of(session) is WatchPhase.SEARCHING
    stage.pass_time(0.2)
    assert activity_of(session) is WatchPhase.PLAYBACK
    assert message_of(session) == "Solution found: 11 moves"


def test_a_pause_does_not_count_as_thinking(anytime):
    anytime.solver.last.show(NEAR.start, 10)
    anytime.pass_time(0.5)
    anytime.session.toggle_pause()
    anytime.pass_time(3)
    assert activity_of(anytime.session) is WatchPhase.SEARCHING
    anytime.session.toggle_pause()
    anytime.pass_time(0.6)
    assert activity_of(anytime.session) is WatchPhase.PLAYBACK


def test_improvements_before_playback_are_used_in_full(anytime, caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    anytime.solver.last.show(NEAR.start, 10)
    anytime.pass_time(0.5)
    assert "solution found" not in caplog.text
    anytime.solver.last.find(SOLUTION)
    anytime.pass_time(2)
    assert tuple(playback(anytime.session).moves) == SOLUTION
    assert message_of(anytime.session) == "Solution found: 3 moves"
    assert caplog.messages == ["solution found: 3 moves"]
    anytime.finish_search(SOLUTION, lower_bound=1)
    assert caplog.messages[1:] == ["solved by the machine in 3 moves"]


def test_a_finished_search_is_played_without_further_thinking(anytime):
    anytime.finish_search(SOLUTION, proven_optimal=True, lower_bound=3)
    assert activity_of(anytime.session) is WatchPhase.PLAYBACK
    assert message_of(anytime.session) == "Solution found: 3 moves, the shortest possible"


def test_the_announced_length_and_the_log_follow_the_played_solution(caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    watch = ImprovedPlayback()
    length = watch.announced
    assert f"solution found: {length} moves" in caplog.messages
    watch.session.set_speed(30)
    watch.tick(10)
    watch.search.read_commands()
    watch.search.improve(watch.search.fixed, 1000)
    watch.search.publish()
    watch.tick()
    assert watch.announced < length
    assert message_of(watch.session).startswith(f"Solution found: {watch.announced} moves")
    watch.play_to_the_end()
    watch.search.handle.finish(START, GOAL, (), lower_bound=5)
    watch.tick()
    assert f"solved by the machine in {watch.track.total} moves" in caplog.messages


# ---- Short shuffles -----------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(5, 5), (6, 6), (4, 7)])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_solution_is_never_announced_with_more_moves_than_the_shuffle(size, seed):
    scenario = deal(NewBoardOptions(Board.solved(*size), Difficulty.EASY, seed))
    stage = Stage(scenario, rows=size[0], columns=size[1])
    stage.session.watch.start()
    search = stage.solver.last
    shuffled = tuple(shuffled_path(scenario))
    assert search.sent == [Commit(shuffled, 0)]
    search.find(tuple(first_solution(Problem(scenario.start, scenario.goal))))
    search.show(scenario.start, 10)
    stage.pass_time(1.1)
    assert activity_of(stage.session) is WatchPhase.PLAYBACK
    assert playback(stage.session).total <= len(shuffled) <= scenario.shuffle_moves


def test_the_shuffle_is_not_used_after_a_move_by_hand():
    scenario = deal(NewBoardOptions(Board.solved(5, 5), Difficulty.EASY, 1))
    stage = Stage(scenario, rows=5, columns=5)
    stage.session.move(scenario.start.legal_moves()[0])
    stage.session.watch.start()
    assert stage.solver.last.sent == []


# ---- Committed moves -----------------------------------------------------------------


def test_the_search_commits_more_moves_than_are_played():
    watch = ImprovedPlayback()
    watch.session.set_speed(20)
    watch.tick(100)
    commits = [each for each in watch.search.handle.sent if isinstance(each, Commit)]
    assert commits and all(each.moves == LONG for each in commits)
    fixed = [each.fixed for each in commits]
    assert fixed == sorted(set(fixed))
    assert len(commits) < watch.track.position / 2, "one command for several moves"
    for _ in range(100):
        watch.tick()
        is_committed = watch.track.position <= len(watch.session.watch.runs.shown.committed)
        assert is_committed or play_of(watch.session).is_solved


@pytest.mark.parametrize(("speed", "share"), [(4.0, 0.0), (0.5, 0.1)])
def test_the_search_leads_by_four_seconds_or_a_tenth_of_the_rest(speed, share):
    watch = ImprovedPlayback()
    watch.session.set_speed(speed)
    watch.stage.tick(100)  # long after the start, when the lead is largest
    newest = [each for each in watch.search.handle.sent if isinstance(each, Commit)][-1]
    rest = watch.track.total - watch.track.position
    assert newest.fixed - watch.track.position == 1 + int(max(4 * speed, share * rest))


def test_a_paused_playback_leaves_all_following_moves_to_the_search():
    watch = ImprovedPlayback()
    watch.session.set_speed(20)
    watch.tick(60)
    watch.session.toggle_pause()
    watch.tick()
    newest = [each for each in watch.search.handle.sent if isinstance(each, Commit)][-1]
    assert 0 < newest.fixed == watch.track.position


@pytest.mark.parametrize("jump", [ImprovedPlayback.seek, ImprovedPlayback.step])
def test_the_search_continues_for_a_while_if_a_person_jumps_to_the_goal(jump):
    watch = ImprovedPlayback()
    watch.tick(30)
    jump(watch, len(LONG))
    watch.tick(60)
    assert play_of(watch.session).is_solved and not watch.has_ended
    watch.seek(5)
    watch.tick()
    newest = [each for each in watch.search.handle.sent if isinstance(each, Commit)][-1]
    assert 5 <= newest.fixed < 15
    watch.seek(len(LONG))
    watch.stage.pass_time(REST_SECONDS + 1)
    assert watch.has_ended


def test_the_search_ends_when_the_last_move_is_played():
    watch = ImprovedPlayback()
    watch.seek(len(LONG) - 1)
    assert not watch.has_ended
    watch.play_to_the_end()
    watch.tick(2)
    assert watch.has_ended
