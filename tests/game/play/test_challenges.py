"""Challenges: inspection time, blindfold play and relay."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Move, Scenario, shuffle
from puzzler.game.core.category import STAGES, RelayKind
from puzzler.game.core.feedback import Happening
from puzzler.game.play import boards
from puzzler.game.play.playing import Playing, Shuffling
from puzzler.game.storage.solve_columns import columns_of
from puzzler.game.storage.store import Store
from tests.game.fakes import activity_of, call, message_of, play_of, shortest_path
from tests.game.storage.reading import read_rows
from tests.game.test_session import NEAR, Stage

SOLVE = (Move.DOWN, Move.RIGHT, Move.RIGHT)
"""From NEAR to the goal."""
SEED = 11
"""Sizes of a relay."""


def relay_of(session):
    return session.challenges.relay


def left_of(session):
    return session.challenges.inspection_left


# ---- Inspection ---------------------------------------------------------------------


def inspecting(**settings) -> Stage:
    stage = Stage(**{"inspection": 15, "instant_shuffle": True} | settings)
    stage.session.boards.new(seed=1)
    stage.tick(0)
    return stage


def test_the_timer_starts_after_the_inspection():
    stage = inspecting(instant_shuffle=False)
    session = stage.session
    assert activity_of(session) is Shuffling
    assert left_of(session) is None
    stage.pass_time(1.6)
    assert activity_of(session) is Playing
    left = left_of(session)
    assert left == pytest.approx(15, abs=0.2)
    stage.tick(10)
    assert left_of(session) == pytest.approx(left - 10)
    assert (session.activity.play.seconds, play_of(session).is_timing) == (0, False)
    stage.tick(10)  # the timer starts on time even if the tick is late
    assert left_of(session) is None
    assert play_of(session).is_timing
    assert session.activity.play.seconds == pytest.approx(20 - left)
    stage.tick(3)
    assert session.activity.play.seconds == pytest.approx(23 - left)
    session.move(play_of(session).board.legal_moves()[0])
    session.undo()
    assert play_of(session).is_timing  # the timer did not start with that move
    stage.tick(1)
    assert session.activity.play.seconds == pytest.approx(24 - left)


def test_the_first_move_ends_the_inspection():
    stage = inspecting()
    session = stage.session
    stage.tick(4)
    session.move(play_of(session).board.legal_moves()[0])
    assert left_of(session) is None
    stage.tick(30)
    assert session.activity.play.seconds == pytest.approx(30)
    session.undo()
    stage.tick(30)
    assert left_of(session) is None  # the inspection does not start again
    assert session.activity.play.seconds == pytest.approx(60)


def test_a_drag_interrupts_the_inspection_and_starts_the_timer_if_it_moves_a_tile():
    stage = inspecting()
    session = stage.session
    stage.tick(4)
    session.start_move()
    assert (left_of(session), play_of(session).is_timing) == (None, True)
    stage.tick(2)
    session.cancel_move()
    assert (left_of(session), session.activity.play.seconds) == (pytest.approx(9), 0)
    assert not play_of(session).is_timing
    session.start_move()
    stage.tick(10)  # the inspection ends during the drag
    session.cancel_move()
    assert (left_of(session), play_of(session).is_timing) == (None, True)
    assert session.activity.play.seconds == pytest.approx(10)


@pytest.mark.parametrize("leave", ["restart", "undo", "new", "watch", "edit"])
def test_leaving_the_board_ends_the_inspection(leave):
    stage = inspecting()
    session = stage.session
    stage.tick(5)
    if leave == "restart":
        session.move(play_of(session).board.legal_moves()[0])
        session.boards.restart()
    elif leave == "new":
        session.boards.new()
    else:
        call(session, leave)
    stage.tick(1)
    if leave == "new":  # the new board has a full inspection
        assert left_of(session) == 15
        return
    assert left_of(session) is None
    stage.tick(60)
    session.stop()
    stage.tick(60)
    assert not play_of(session).is_timing
    assert session.activity.play.seconds == 0


@pytest.mark.parametrize("what", ["a sheet", "a review", "the board before"])
def test_the_inspection_pauses_while_the_board_is_covered(what):
    stage = inspecting()
    session = stage.session
    if what == "a sheet":
        session.cover(True)
        stage.tick()
        session.cover(False)
    elif what == "a review":
        session.files.review_text("moves: blank UD")
        stage.tick()
        stage.tick(60)
        session.stop()
    else:
        session.boards.new()
    stage.tick(60)  # the window was idle, so there was no tick
    assert left_of(session) == 15
    stage.tick(14)
    assert left_of(session) == pytest.approx(1)


def test_without_the_setting_there_is_no_inspection():
    stage = inspecting(inspection=0)
    assert left_of(stage.session) is None
    stage.tick(100)
    assert not play_of(stage.session).is_timing


# ---- Blindfold play --------------------------------------------------------------------------


@pytest.fixture
def blind():
    stage = Stage(blindfold=True)
    assert not play_of(stage.session).is_covering
    stage.session.move(Move.DOWN)
    stage.tick()
    return stage


def test_tiles_are_covered_from_the_first_move_until_the_board_is_solved(blind):
    session = blind.session
    assert play_of(session).is_covering
    assert session.activity.play.blindfold
    for move in SOLVE[1:]:
        assert play_of(session).is_covering
        session.move(move)
    blind.tick()
    assert play_of(session).is_solved
    assert not play_of(session).is_covering
    assert play_of(session).finish.blindfold and not play_of(session).finish.assisted
    session.undo()
    blind.tick()
    assert not play_of(session).is_covering  # the play was already solved
    assert not session.challenges.show_tiles()
    session.settings = replace(session.settings, blindfold=False)
    blind.tick()
    assert not play_of(session).assisted


def test_revealing_the_tiles_marks_the_play_as_assisted(blind):
    session = blind.session
    for travel in (session.undo, session.redo):
        travel()
        assert play_of(session).is_covering
    assert session.challenges.show_tiles()
    assert (play_of(session).is_covering, play_of(session).assisted) == (False, True)
    assert message_of(session) == "Tiles revealed: this game will not count"
    assert not session.challenges.show_tiles()
    session.undo()
    # undo covers nothing and does not remove the mark
    assert (play_of(session).is_covering, play_of(session).assisted) == (False, True)
    session.redo()
    assert not play_of(session).is_covering
    session.boards.restart()
    assert not play_of(session).is_covering
    session.move(Move.DOWN)
    assert play_of(session).is_covering and play_of(session).assisted


@pytest.mark.parametrize("look", ["edit", "watch", "setting"])
def test_displaying_the_board_otherwise_marks_the_play_as_assisted(blind, look):
    session = blind.session
    if look == "setting":
        session.settings = replace(session.settings, blindfold=False)
    else:
        call(session, look)
    blind.tick()
    if look == "edit":
        session.editor.cancel()
    session.stop()
    blind.tick()
    assert (play_of(session).is_covering, play_of(session).assisted) == (False, True)


def test_the_setting_does_not_cover_a_running_play():
    stage = Stage()
    stage.session.move(Move.DOWN)
    stage.session.settings = replace(stage.session.settings, blindfold=True)
    stage.session.move(Move.RIGHT)
    stage.tick()
    play = play_of(stage.session)
    assert not (play.is_covering or play.assisted)


def test_a_covered_game_is_covered_after_a_restart_of_the_program(tmp_path):
    stage = Stage(handed_in={"store": Store.open(tmp_path)}, blindfold=True)
    stage.session.move(Move.DOWN)
    stage.session.close()
    again = Stage(None, {"store": Store.open(tmp_path)}, blindfold=True)
    again.tick()
    assert play_of(again.session).is_covering
    assert not play_of(again.session).assisted


# ---- Relay ----------------------------------------------------------------------------------


@pytest.fixture(autouse=True, scope="module")
def _seed():
    """Use a fixed seed. The inverse shuffles of its boards do not pass the goal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(boards, "new_seed", lambda: SEED)
        yield


@pytest.fixture
def relay(tmp_path):
    store = Store.open(tmp_path)
    stage = Stage(handed_in={"store": store}, instant_shuffle=True)
    stage.store = store
    stage.session.boards.start_relay()
    stage.tick(0)
    return stage


@lru_cache
def solution(scenario: Scenario) -> tuple[Move, ...]:
    """A path of a relay board that reaches the goal only at its end."""
    if scenario.start.size == (2, 2):
        return shortest_path(scenario.start, scenario.goal)
    shuffle_moves = shuffle(*scenario.start.size, seed=scenario.seed).shuffle
    return tuple(move.inverse for move in reversed(shuffle_moves))


def solve(stage: Stage, seconds: float = 1.0) -> int:
    """Solve the current board of the relay by hand. The time passes before the last move."""
    session = stage.session
    path = solution(play_of(session).scenario)
    session.move(path[0])
    stage.tick(seconds)
    for move in path[1:]:
        assert session.context.board != session.context.goal
        assert session.move(move)
    assert play_of(session).is_solved
    return len(path)


@pytest.mark.parametrize("has_help", [False, True])
def test_a_relay_has_four_boards_and_one_timer(relay, tmp_path, has_help):
    session = relay.session
    assert message_of(session) == "Relay, board 1 of 4: 2×2"
    assert (relay_of(session).splits, relay_of(session).seconds) == ((), 0)
    relay.tick(60)  # the timer starts with the first move
    assert not play_of(session).is_timing
    expected = []
    for stage, (rows, columns) in enumerate(STAGES):
        assert play_of(session).board.size == (rows, columns)
        assert relay_of(session).stage == stage
        assert session.statistics.present_kind is None  # no single board
        if stage:
            assert play_of(session).is_timing  # from the moment at which the board is displayed
            relay.tick(2)
        moves = solve(relay, 3 + stage)
        expected.append((rows, columns, 3 + stage + (2 if stage else 0), moves))
        if stage < 3:
            assert play_of(session).finish is None
            relay.tick(0)
            assert message_of(session) == f"Relay, board {stage + 2} of 4: {rows + 1}×{columns + 1}"
            session.context.game.mark(assisted=has_help and stage == 0)
            assert relay_of(session).is_helped is has_help
    splits = [
        (split.rows, split.columns, pytest.approx(split.seconds), split.moves)
        for split in play_of(session).finish.relay.splits
    ]
    assert expected == splits
    assert play_of(session).seconds == play_of(session).relay.seconds == pytest.approx(24)
    assert play_of(session).shown_moves == sum(moves for *_, moves in expected)
    assert message_of(session) == f"Relay of 4 boards finished in 24.00 s{', with help' * has_help}"
    assert session.take_happenings().count(Happening.SOLVED) == 4
    if has_help:  # a board that is finished when the program closes is stored
        session.close()
    else:
        relay.tick(5)
    assert relay_of(session) is None
    [row] = read_rows(Store.open(tmp_path).solves, RelayKind(), 0, 10)
    assert (row.seconds, row.move_count) == (pytest.approx(24), sum(split[3] for split in expected))
    assert row.assisted is has_help
    if has_help:
        return
    relay.tick(5)
    assert relay.store.solves.count(RelayKind()) == 1
    assert play_of(session).finish.relay.is_complete  # displayed until the next action
    session.undo()
    assert play_of(session).finish is None
    assert play_of(session).seconds == pytest.approx(expected[-1][2]), "the board alone"


@pytest.mark.parametrize(
    "leave", [("new",), ("watch",), ("edit",), ("boards.new_daily",), ("files.import_text", "5")]
)
def test_leaving_a_relay_ends_it_with_a_message(relay, leave):
    session = relay.session
    solve(relay, 3)
    relay.tick(1)
    call(session, *leave)
    relay.tick(0)
    assert message_of(session) == "The relay ended on board 2 of 4"
    if leave[0] in (
        "watch",
        "edit",
    ):  # The same board is displayed, but the relay has ended.
        relay_state = relay_of(session)
        assert (relay_state.is_ended, relay_state.stage, relay_state.seconds) == (
            True,
            1,
            pytest.approx(3),
        )
        relay.tick(5)
        session.stop()
        relay.tick(5)
        assert relay_of(session) == relay_state
        solve(relay, 3)  # as a single board
        relay.tick(0)
        assert (play_of(session).finish.relay, relay_of(session)) == (None, relay_state)
    else:
        assert relay_of(session) is None
    session.stop()
    relay.tick(1)
    assert play_of(session).can_undo
    while session.undo():
        relay.tick(0)
    # undo leaves the board and does not resume the relay
    assert (play_of(session).scenario, relay_of(session)) == (NEAR, None)
    assert relay.store.solves.count(RelayKind()) == 0


def test_the_next_board_of_a_relay_waits_until_the_game_is_shown(relay):
    session = relay.session
    solve(relay, 3)
    session.reviews.open_last()
    relay.tick(5)
    assert relay_of(session).started == 1
    session.stop()
    relay.tick(0)
    assert (relay_of(session).started, play_of(session).board.size) == (2, (3, 3))
    assert relay_of(session).seconds == pytest.approx(3)


def test_closing_the_program_ends_the_relay_and_keeps_the_board(relay, tmp_path):
    solve(relay, 3)
    relay.tick(2)
    board = play_of(relay.session).board
    relay.session.close()
    again = Stage(None, {"store": Store.open(tmp_path)})
    session = again.session
    again.tick(1)
    assert (relay_of(session), play_of(session).board) == (None, board)
    assert (message_of(session), session.statistics.present_kind) == ("", None)
    session.boards.restart()
    solve(again, 4)
    again.tick(0)
    assert play_of(session).finish.relay is None
    assert relay.store.solves.count(RelayKind()) == 0


def test_the_first_board_has_an_inspection_and_all_are_blindfold():
    stage = Stage(inspection=10, blindfold=True, instant_shuffle=True)
    session = stage.session
    session.boards.start_relay()
    stage.tick(0)
    assert left_of(session) == 10
    stage.tick(12)
    assert relay_of(session).seconds == pytest.approx(2)
    assert not play_of(session).is_covering
    solve(stage, 3)
    stage.tick(0)
    assert relay_of(session).splits[0].seconds == pytest.approx(5)
    assert (left_of(session), play_of(session).is_covering) == (None, False)
    session.move(play_of(session).board.legal_moves()[0])
    assert play_of(session).is_covering


@settings(max_examples=40)
@given(st.lists(st.sampled_from(["move", "undo", "redo", "restart", "wait", "pause"]), max_size=30))
def test_the_relay_timer_continues_during_all_actions(actions):
    stage = Stage(instant_shuffle=True)
    session = stage.session
    session.boards.start_relay()
    stage.tick(0)
    solve(stage, 1)
    stage.tick(0)
    expected = 1.0
    for action in actions:
        if action == "move":
            session.move(play_of(session).board.legal_moves()[0])
        elif action == "wait":
            stage.tick(1)
            expected += 0 if play_of(session).is_paused else 1
        elif action == "pause":
            session.toggle_pause()
        else:
            call(session, action)
        stage.tick(0)
        assert relay_of(session).stage == 1
        assert relay_of(session).seconds == pytest.approx(expected)
        assert play_of(session).board.size == (3, 3)


def test_a_marathon_has_boards_of_one_size_and_its_own_records() -> None:
    stage = Stage(instant_shuffle=True)
    session, stages = stage.session, ((2, 2),) * 3
    session.boards.start_relay(stages)
    for _ in stages:
        assert message_of(session).startswith("Marathon, board")
        play = session.activity.play
        for move in shortest_path(play.board, play.scenario.goal):
            assert session.move(move)
        stage.tick(1)
    solves, kind = session.store.solves, RelayKind(stages)
    assert solves.kinds() == [kind] and kind.title == "Marathon, 3 of 2×2"
    (row,) = solves.all_rows(kind)
    assert [(split.rows, split.columns) for split in row.splits] == [*stages]
    assert sum(split.moves for split in row.splits) == row.move_count
    assert [column.name for column in columns_of(kind)][5:7] == ["board 1 time", "board 1 moves"]
    assert len(solves.best_relay(stages)) == 3 and not solves.best_relay()
