"""Any sequence of improvements, hands and delays: what is played stays, and gets no longer.

The search is scripted. It hears of the playhead late, finds shorter answers anywhere, and tells
them late, too.
"""

from __future__ import annotations

import csv
import io
import logging
import random
import time
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.board.path import joined, numbers
from puzzler.game.play.playback import Playback
from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import Settings
from puzzler.game.watch.figures import as_csv
from puzzler.game.watch.watching import HEAD_START_SECONDS, REST_SECONDS, Watching
from puzzler.search.engine.constructive import construct
from puzzler.search.method import Method
from puzzler.search.solve import solve
from puzzler.solver.messages import Cancel, Commit, Found
from puzzler.solver.watch import start
from tests.game.fakes import FakeHandle, message_of, play_of, playback
from tests.game.test_session import GOAL, Stage
from tests.solver.scripted import wait_until

START = shuffle(3, 3, None, 5).start
AROUND = (Move.RIGHT, Move.DOWN, Move.LEFT, Move.UP)


@cache
def shortest_from(board: Board) -> tuple[Move, ...]:
    return solve(board, GOAL, Method.shortest(3, 3)).moves


def with_detours() -> tuple[Move, ...]:
    """A long answer: the constructive one, now and then with three rounds in a square."""
    moves: list[Move] = []
    board = START
    for number, move in enumerate(construct(START, GOAL)):
        if number % 6 == 3:
            square = next(
                [*AROUND[turn:], *AROUND[:turn]]
                for turn in range(4)
                if {AROUND[turn], AROUND[(turn + 1) % 4]} <= set(board.legal_moves())
            )
            moves += square * 3
        moves.append(move)
        board = board.apply(move)
    return tuple(moves)


LONG = with_detours()


def detour_at(moves: tuple[Move, ...], count: int) -> tuple[Move, Move]:
    """A step aside and back behind the first ``count`` moves."""
    aside = next(
        move for move in START.apply_all(moves[:count]).legal_moves() if move is not moves[count]
    )
    return aside, aside.inverse


def moves_left(track: Playback, solution: tuple[Move, ...]) -> int:
    """The fewest from here: back along what was played to one of its states, then along it."""
    left = {state: len(solution) - count for count, state in enumerate(numbers(START, solution))}
    played = list(numbers(START, track.moves[: track.position]))
    ways = [(count, left[state]) for count, state in enumerate(reversed(played)) if state in left]
    return min(back + onward for back, onward in ways)


class ScriptedImprover:
    """What a search that is improving does, when the test says so."""

    def __init__(self, handle: FakeHandle) -> None:
        self.handle = handle
        self.path = LONG
        self.fixed = 0
        self.best = LONG
        self.solutions: list[tuple[Move, ...]] = []  # all that were told
        self._heard = 0  # how many of the commands that were sent
        self._told: tuple[Move, ...] = ()

    def heed(self) -> None:
        """Hear all commands; the newest commit holds."""
        commits = [sent for sent in self.handle.sent[self._heard :] if isinstance(sent, Commit)]
        self._heard = len(self.handle.sent)
        if not commits:
            return
        newest = commits[-1]
        assert START.apply_all(newest.moves) == GOAL and newest.fixed <= len(newest.moves)
        self.fixed = newest.fixed
        known, self.path = (self.path, self.best), newest.moves
        for other in known:
            self._take(joined(START, self.path, self.fixed, other))

    def improve(self, at: int, length: int) -> None:
        """Replace a stretch, or with a large ``length`` all that follows, by a shortest one."""
        first = max(self.fixed, min(at, len(self.path)))
        begin = START.apply_all(self.path[:first])
        end = begin.apply_all(self.path[first : first + length])
        between = solve(begin, end, Method("astar", "manhattan")).moves
        self._take([*self.path[:first], *between, *self.path[first + length :]])

    def jump(self, at: int) -> None:
        """A shorter answer that leaves what is fixed out of account, as a proof finds it."""
        board = START.apply_all(self.best[:at])
        other = (*self.best[:at], *shortest_from(board))
        if len(other) < len(self.best):
            self.best = other
        self._take(joined(START, self.path, self.fixed, self.best))

    def tell(self) -> None:
        """The moves that differ from those told before."""
        pairs = zip(self.path, self._told, strict=False)
        same = next((at for at, (new, old) in enumerate(pairs) if new is not old), None)
        index = min(len(self.path), len(self._told)) if same is None else same
        self.handle.events.append(Found(self.handle.run_id, index, self.path[index:], None, 5))
        self._told = self.path
        self.solutions.append(self.path)

    def _take(self, moves: list[Move] | None) -> None:
        if moves is not None and len(moves) < len(self.path):
            self.path = tuple(moves)
        if len(self.path) < len(self.best):
            self.best = self.path


class Watch:
    """A watch under way, and what must hold of it whatever happens."""

    def __init__(self) -> None:
        self.stage = Stage(Scenario(START, GOAL))
        self.session = self.stage.session
        self.session.watch.start()
        self.search = ScriptedImprover(self.stage.solver.last)
        self.search.tell()
        self.stage.tick()
        self.promised = self.track.total
        self.check()

    @property
    def watching(self) -> Watching:
        assert isinstance(self.session.activity, Watching)
        return self.session.activity

    @property
    def track(self):
        return self.session.watch.runs.shown.track

    def check(self) -> None:
        track = self.track
        assert START.apply_all(track.moves) == GOAL
        assert track.total <= self.promised
        assert 0 <= track.position <= track.total
        assert (
            track.board
            == START.apply_all(track.moves[: track.position])
            == play_of(self.session).board
        )
        self.promised = track.total
        if not self.stage.solver.last.events and len(set(self.search.solutions)) > 1:
            left = track.total - track.position
            assert all(left <= moves_left(track, known) for known in self.search.solutions)

    def tick(self, count: int = 1) -> None:
        """What is shown moves on along the track, and what was shown stays."""
        for _ in range(count):
            track, before = self.track, self.track.board
            shown, is_playing = track.moves[: track.position], track.is_playing
            self.stage.tick()
            assert is_playing or len(shown) == track.position
            assert track.moves[: len(shown)] == shown
            assert track.position - len(shown) <= 4
            assert before.apply_all(track.moves[len(shown) : track.position]) == track.board
            self.check()

    def by_hand(self, act, *arguments) -> None:
        shown = self.track.moves[: self.track.position]
        act(*arguments)
        kept = min(len(shown), self.track.position)
        assert self.track.moves[:kept] == shown[:kept]
        self.check()

    def do(self, name: str, number: int) -> None:
        ACTIONS[name](self, number)

    def seek(self, position: int) -> None:
        self.by_hand(self.watching.seek, position)

    def drag(self, steps: list[int]) -> None:
        for step in steps:
            self.seek(self.track.position + step)
            self.tick()

    def catch_up(self) -> None:
        """Let everything be heard that is on its way."""
        for _ in range(3):
            self.tick()
            self.search.heed()
            self.search.tell()
        self.tick()


ACTIONS: dict[str, Callable[[Watch, int], object]] = {
    "tick": lambda watch, number: watch.tick(number),
    "tell": lambda watch, number: watch.search.tell(),
    "heed": lambda watch, number: watch.search.heed(),
    "improve before": lambda watch, number: watch.search.improve(
        max(0, watch.track.position - number), 12
    ),
    "improve here": lambda watch, number: watch.search.improve(watch.track.position, number),
    "improve behind": lambda watch, number: watch.search.improve(watch.track.position + number, 12),
    "prove": lambda watch, number: watch.search.jump(number),
    "drag": lambda watch, number: watch.drag([-1, 0, 1, 2, 3] * (number // 5)),
    "drag back": lambda watch, number: watch.drag([-2] * number),
    "home": lambda watch, number: watch.seek(0),
    "end": lambda watch, number: watch.seek(watch.track.total),
    "step": lambda watch, number: watch.by_hand(watch.watching.step, number - 20),
    "pause": lambda watch, number: watch.by_hand(watch.watching.toggle_pause),
    "fast": lambda watch, number: watch.session.set_speed(60),
    "slow": lambda watch, number: watch.session.set_speed(0.5 + number / 10),
}
ACTS = st.lists(st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 40)), max_size=25)


def has_ended(watch: Watch) -> bool:
    return Cancel() in watch.stage.solver.last.sent


@settings(max_examples=40, deadline=None)
@given(ACTS)
def test_what_is_played_stays_and_what_is_to_come_never_stops_getting_shorter(acts):
    watch = Watch()
    for name, number in acts:
        watch.do(name, number)
    # whatever has happened: what the search finds next is played
    watch.by_hand(watch.watching.seek, 2)
    if not watch.track.is_playing:
        watch.by_hand(watch.watching.toggle_pause)
    watch.session.set_speed(1)
    if not has_ended(watch):
        watch.catch_up()
        watch.search.improve(watch.search.fixed, 1000)
        watch.search.tell()
        watch.tick()
        assert watch.track.total <= len(watch.search.path)
        rest = START.apply_all(watch.track.moves[: watch.search.fixed])
        assert watch.track.total == watch.search.fixed + len(shortest_from(rest))
    watch.session.set_speed(60)
    while not play_of(watch.session).is_solved:
        watch.tick()
    assert watch.track.position == watch.track.total <= watch.promised


@settings(max_examples=25, deadline=None)
@given(ACTS, st.booleans())
def test_what_is_proven_at_the_end_is_joined_where_it_makes_the_rest_shorter(acts, is_told):
    watch = Watch()
    for name, number in acts:
        watch.do(name, number)
    if has_ended(watch):
        return
    answer = shortest_from(START)
    if is_told:
        watch.search.jump(0)
        watch.search.tell()
    watch.stage.solver.last.finish(
        START, GOAL, answer, proven_optimal=True, lower_bound=len(answer)
    )
    watch.tick()
    run, track = watch.session.watch.runs.shown, watch.track
    assert run.best_length == run.lower_bound == len(answer)
    assert joined(START, track.moves, track.position, answer) is None
    row = watch.session.watch.rows[-1]
    assert row.result.length == len(answer) and row.worth == "Optimal"
    assert row.played == (track.total if track.total > len(answer) else None)
    if row.played is not None:
        assert row.cells[1] == f"{len(answer)} ({row.played} played)"
        (told,) = csv.DictReader(io.StringIO(as_csv((row,))))
        assert (told["length"], told["played"]) == (str(len(answer)), str(row.played))
    # nothing was played of it any more: the proven answer is
    watch.by_hand(watch.watching.seek, 0)
    assert tuple(track.moves) == answer
    assert watch.session.watch.rows[-1].played is None


@settings(max_examples=25, deadline=None)
@given(ACTS, st.sampled_from(["move", "undo"]))
def test_a_hand_that_takes_over_has_the_board_that_is_shown(acts, hand):
    watch = Watch()
    for name, number in acts:
        watch.do(name, number)
    board, session, position = (play_of(watch.session).board, watch.session, watch.track.position)
    if hand == "move":
        move = board.legal_moves()[0]
        is_locked = board == GOAL
        assert session.move(move) is not is_locked
        if is_locked:
            assert playback(session) is not None and play_of(session).board == GOAL
            return
        expected = board.apply(move)
    else:
        session.undo()
        expected = START
    assert isinstance(session.activity, Playing) and play_of(session).board == expected
    watch.search.improve(position, 30)
    watch.search.tell()
    for _ in range(20):
        watch.stage.tick()
    assert play_of(session).board == expected
    assert Cancel() in watch.stage.solver.last.sent


def test_moves_are_taken_back_where_that_is_shorter_and_what_is_announced_is_played(caplog):
    caplog.set_level(logging.INFO, logger="puzzler")
    aside = next(move for move in START.legal_moves() if move is not shortest_from(START)[0])
    wrong = (aside, *construct(START.apply(aside), GOAL))
    stage = Stage(Scenario(START, GOAL), algorithm="anytime")
    stage.session.watch.start()
    stage.solver.last.find(wrong)
    stage.pass_time(0.2)
    track, best = playback(stage.session), shortest_from(START)
    assert (track.position, track.moves[0]) == (1, aside)
    stage.solver.last.finish(START, GOAL, best, proven_optimal=True, lower_bound=len(best))
    stage.tick()
    assert tuple(track.moves[: track.total]) == (aside, aside.inverse, *best)
    told = f"{len(best) + 2} moves, optimum {len(best)}, 1,234 expanded"
    assert message_of(stage.session) == f"Solved: {told}"
    assert f"solution found: {told}" in caplog.text
    stage.session.set_speed(60)
    stage.pass_time(2)
    assert f"solved by the machine in {len(best) + 2} moves" in caplog.text
    # nothing is played yet: what is announced follows
    stage.session.activity.seek(0)
    stage.tick()
    assert message_of(stage.session) == f"Solved: {len(best)} moves, optimal, 1,234 expanded"


def test_a_search_that_improves_has_a_head_start_before_the_first_move():
    stage = Stage(Scenario(START, GOAL), algorithm="anytime")
    stage.session.watch.start()
    stage.solver.last.find(LONG)
    stage.pass_time(HEAD_START_SECONDS / 2)
    assert playback(stage.session) is None
    stage.solver.last.find(shortest_from(START))
    stage.pass_time(HEAD_START_SECONDS)
    assert tuple(playback(stage.session).moves) == shortest_from(START)
    assert playback(stage.session).position == 1


def test_a_long_solution_takes_half_a_minute_unless_a_speed_was_chosen():
    stage = Stage(Scenario(START, GOAL))
    stage.session.watch.start()
    rounds = (*detour_at(shortest_from(START), 0), *shortest_from(START))
    long = (*rounds[:2] * 300, *rounds[2:])
    stage.solver.last.find(long)
    stage.tick()
    track = playback(stage.session)
    assert track.speed == 4  # the search has not begun: it may be compiled yet
    stage.solver.last.show(START, 10)
    stage.pass_time(15)
    assert track.speed == len(long) / 30
    assert abs(track.position - len(long) / 2) < 15
    stage.session.set_speed(2)
    stage.tick()
    assert track.speed == 2
    assert (Settings().speed_of(50), Settings().speed_of(10**6)) == (4, 60)


def test_a_track_that_joins_two_answers_and_is_shorter_than_both_is_the_answer():
    """Its detour at the end is not in the new answer, nor that answer's detour in the track."""
    best = shortest_from(START)
    stage = Stage(Scenario(START, GOAL))
    stage.session.watch.start()
    stage.solver.last.find((*best[:9], *detour_at(best, 9), *best[9:]))
    stage.tick()
    stage.session.activity.seek(7)
    known = (*best[:5], *detour_at(best, 5), *best[5:])
    stage.solver.last.finish(START, GOAL, known, lower_bound=len(best))
    stage.tick()
    run = stage.session.watch.runs.shown
    assert tuple(run.track.moves) == run.result.moves == best
    assert run.best_length == run.lower_bound == len(best)
    assert stage.session.watch.rows[-1].result.length == len(best)


def test_a_real_search_is_played_while_hands_drag_the_track(compiled):
    scenario = shuffle(5, 5, None, 4)
    stage = Stage(scenario, {"start_solver": start}, rows=5, columns=5, playback_speed=60.0)
    session = stage.session
    lots = random.Random(5)
    try:
        session.watch.start()
        stage.wait_for(lambda: session.watch.runs.shown.has_track)
        track = session.watch.runs.shown.track
        promised = track.total
        for frame in range(300):
            shown = track.moves[: track.position]
            stage.tick()
            time.sleep(0.001)
            assert track.moves[: len(shown)] == shown and track.total <= promised
            assert track.board == scenario.start.apply_all(track.moves[: track.position])
            promised = track.total
            if frame % 40 == 39 and isinstance(session.activity, Watching):
                session.activity.seek(lots.randrange(track.total * 3 // 4))
        assert scenario.start.apply_all(track.moves) == scenario.goal
        session.watch.runs.shown.cancel()
        # it is not heard while kernels are compiled
        wait_until(lambda: (stage.tick(), session.watch.runs.shown.is_over)[-1], 60)
        assert scenario.start.apply_all(session.watch.runs.shown.result.moves) == scenario.goal
        assert (
            len(session.watch.runs.shown.result.moves)
            == session.watch.runs.shown.best_length
            <= track.total
        )
    finally:
        session.close()


# ---- One thing at a time -------------------------------------------------------------------


@pytest.fixture
def stage():
    """A watch that has found a long answer and shown a few moves of it."""
    stage = Stage(Scenario(START, GOAL))
    stage.session.watch.start()
    stage.solver.last.find(LONG)
    stage.pass_time(1.0)
    assert 0 < playback(stage.session).position < 8
    return stage


def test_the_search_is_told_how_far_it_is_played_ahead_of_the_playhead(stage):
    track = playback(stage.session)
    commits = [sent for sent in stage.solver.last.sent if isinstance(sent, Commit)]
    assert commits and all(sent.moves == LONG for sent in commits)
    fixed = [sent.fixed for sent in commits]
    assert fixed == sorted(set(fixed))
    for _ in range(100):
        stage.tick()
        assert (
            track.position <= len(stage.session.watch.runs.shown.committed)
            or play_of(stage.session).is_solved
        )


def test_a_goal_ends_the_search_that_was_played_or_where_a_hand_stays(stage, session):
    session.activity.seek(len(LONG))
    stage.pass_time(1.0)
    assert play_of(session).is_solved and Cancel() not in stage.solver.last.sent
    session.activity.seek(5)
    stage.tick()
    newest = [sent for sent in stage.solver.last.sent if isinstance(sent, Commit)][-1]
    assert 5 <= newest.fixed < 15
    session.activity.seek(len(LONG))
    stage.pass_time(REST_SECONDS + 1)
    assert Cancel() in stage.solver.last.sent
    session.watch.start()
    stage.solver.last.find(LONG)
    stage.pass_time(1.0)
    session.activity.seek(len(LONG) - 1)
    stage.pass_time(0.3)
    assert play_of(session).is_solved and Cancel() in stage.solver.last.sent
