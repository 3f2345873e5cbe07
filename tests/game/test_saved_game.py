"""The saved game: round trips, broken files, and sessions that go on where they were left."""

from __future__ import annotations

import json

import pytest

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.game.activities.playing import Playing
from puzzler.game.activities.shuffling import Shuffling
from puzzler.game.kept import saved_game
from puzzler.game.kept.saved_game import load_game, save_game
from puzzler.game.play.game import Play, SavedGame
from tests.game.fakes import doing
from tests.game.test_session import NEAR, Stage


def played() -> Stage:
    """Two plays, with something to undo and to redo."""
    stage = Stage(instant_shuffle=True)
    session = stage.session
    session.move(Move.DOWN)
    stage.tick(2)
    session.move(Move.RIGHT)
    session.new(4, 3, seed=7)
    for move in session.scenario.shuffle[::-1][:3]:
        session.move(move.inverse)
        stage.tick(1)
    session.undo()
    return stage


def go_on(saved, **handed_in) -> Stage:
    return Stage(scenario=None, handed_in={"saved": saved} | handed_in)


def test_a_game_goes_on_where_it_was_left(tmp_path):
    stage = played()
    left = stage.session.saved_game()
    assert save_game(left, tmp_path) == ""
    loaded, message = load_game(tmp_path)
    assert (loaded, message) == (left, "")
    again = go_on(loaded).session
    assert doing(again) is Playing
    assert (again.board, again.scenario) == (stage.session.board, stage.session.scenario)
    assert (again.move_count, again.seconds) == (2, stage.session.seconds)
    assert again.redo()
    assert again.move_count == 3
    while again.can_undo:
        again.undo()
    assert (again.board, again.scenario, again.move_count) == (NEAR.start, NEAR, 0)


def test_the_timer_waits_for_the_first_hand():
    left = played().session.saved_game()
    stage = go_on(left)
    session, seconds = stage.session, left.present.seconds
    assert seconds > 0
    stage.pass_time(3)
    assert (session.is_timing, session.seconds) == (False, seconds)
    session.move(session.board.legal_moves()[0])
    stage.tick(5)
    assert session.is_timing
    assert session.seconds == pytest.approx(seconds + 5)


def test_a_board_that_is_asked_for_lies_on_top_of_the_saved_game():
    left = played().session.saved_game()
    stage = Stage(scenario=NEAR, handed_in={"saved": left})
    session = stage.session
    assert (session.board, session.scenario, doing(session)) == (NEAR.start, NEAR, Playing)
    assert session.undo()
    assert session.board == left.present.board


def test_what_is_under_way_ends_before_it_is_saved():
    stage = Stage()
    stage.session.new(seed=3)
    assert doing(stage.session) is Shuffling
    saved = stage.session.saved_game()
    assert saved.present.board == saved.present.scenario.start
    stage.session.watch()
    move = stage.session.board.legal_moves()[0]
    stage.solver.last.find((move,))
    stage.tick()
    present = stage.session.saved_game().present
    assert (present.move_count, present.assisted) == (1, True)


def test_help_is_remembered(tmp_path):
    play = Play(NEAR, NEAR.start, assisted=True)
    save_game(SavedGame(play), tmp_path)
    assert load_game(tmp_path)[0] == SavedGame(play)


def test_a_restored_play_that_was_solved_enters_no_record_again():
    scenario = shuffle(2, 2, 5, seed=1)
    back = [move.inverse for move in reversed(scenario.shuffle)]
    stage = Stage(scenario=scenario)
    for move in back:
        stage.session.move(move)
    assert stage.session.record.solves == 1
    again = go_on(stage.session.saved_game()).session
    again.undo()
    again.move(back[-1])
    assert again.is_solved
    assert again.record.solves == 0


def test_the_farthest_states_are_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(saved_game, "MOST_PLAYS", 2)
    stage = Stage()
    for move in (Move.DOWN, Move.UP, Move.DOWN, Move.UP, Move.RIGHT):
        stage.session.move(move)
    left = stage.session.saved_game()
    save_game(left, tmp_path)
    loaded, _ = load_game(tmp_path)
    assert loaded == SavedGame(left.present, left.past[-2:])


def test_no_file_is_no_game_and_nothing_to_say(tmp_path):
    assert load_game(tmp_path) == (None, "")


def whole() -> dict:
    return json.loads(
        json.dumps(saved_game._to_json(SavedGame(Play(NEAR, NEAR.start), (Play(NEAR, NEAR.goal),))))
    )


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("present", "tiles"), "1 2 3"),
        (("present", "tiles"), "1 2 3 4 5 6 8 7 0"),
        (("present", "tiles"), "1 1 1 1 1 1 1 1 1"),
        (("present", "tiles"), None),
        (("present", "scenario"), 1),
        (("present", "scenario"), "0"),
        (("present", "moves"), -1),
        (("present", "moves"), True),
        (("present", "seconds"), float("inf")),
        (("present", "seconds"), "1"),
        (("present", "assisted"), 1),
        (("present", "number"), -5),
        (("past", 0), {}),
        (("past",), None),
        (("future",), 7),
        (("scenarios", 0, "goal"), "1 2/3 0"),
        (("scenarios", 0, "start"), "1 2 3/4 5 6/8 7 0"),
        (("scenarios", 0, "seed"), "1"),
        (("scenarios", 0, "shuffle"), "UDX"),
        (("scenarios", 0, "title"), None),
        (("scenarios",), []),
    ],
)
def test_a_broken_file_is_set_aside(tmp_path, path, value):
    written = whole()
    holder = written
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value
    (tmp_path / "game.json").write_text(json.dumps(written))
    loaded, message = load_game(tmp_path)
    assert loaded is None
    told = "the saved game file is broken: beginning anew, the old file is now game.json.broken ("
    assert message.startswith(told)
    assert "\n" not in message


@pytest.mark.parametrize("text", ["", "[]", "7", "null", "{}", "[" * 100_000])
def test_noise_is_set_aside_too(tmp_path, text):
    (tmp_path / "game.json").write_text(text)
    loaded, message = load_game(tmp_path)
    assert loaded is None
    assert "broken" in message


def test_a_large_game_is_small_enough(tmp_path):
    scenario = shuffle(10, 10, seed=1)
    plays = tuple(Play(scenario, scenario.start, number) for number in range(1000))
    save_game(SavedGame(plays[0], plays, plays), tmp_path)
    assert (tmp_path / "game.json").stat().st_size < 2_000_000


def test_an_unshuffled_scenario_is_kept_as_it_is(tmp_path):
    start = Board.parse("1 2 3/4 0 6/7 5 8")
    scenario = Scenario(start, Board.solved(3, 3), title="Ünusual")
    save_game(SavedGame(Play(scenario, start)), tmp_path)
    assert load_game(tmp_path)[0].present.scenario == scenario


def test_the_words_on_the_tiles_are_kept(tmp_path):
    start = Board.parse("1 2/0 3")
    scenario = Scenario(start, Board.solved(2, 2), labels=("", "A", "B", "C"))
    save_game(SavedGame(Play(scenario, start)), tmp_path)
    assert load_game(tmp_path)[0].present.scenario == scenario
