"""The running game: sessions that resume, and invalid files."""

from __future__ import annotations

import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzler.board import Board, Move, Scenario, shuffle
from puzzler.game.core.game import Game, Play, SavedGame
from puzzler.game.play.playing import Playing
from puzzler.game.storage import store as store_module
from puzzler.game.storage.database import FILE_NAME
from puzzler.game.storage.practice import DrillCard
from puzzler.game.storage.store import Store
from tests.game.fakes import activity_of, play_of
from tests.game.storage.script import sql
from tests.game.test_session import NEAR, Stage, summary_of


def play_and_crash(folder) -> Stage:
    """Play two boards with undo and redo, and do not close the store, like in a crash."""
    stage = Stage(handed_in={"store": Store.open(folder)}, instant_shuffle=True)
    session = stage.session
    session.move(Move.DOWN)
    stage.tick(2)
    session.move(Move.RIGHT)
    session.boards.new(4, 3, seed=7)
    for move in shuffle(4, 3, seed=7).shuffle[::-1][:3]:
        session.move(move.inverse)
        stage.tick(1)
    session.undo()
    session.store.close()
    return stage


def resume_session(folder, scenario=None) -> Stage:
    return Stage(scenario=scenario, handed_in={"store": Store.open(folder)})


def stored_game(folder) -> SavedGame | None:
    store = Store.open(folder)
    saved = store.game.resume()
    store.close()
    assert store.notice == ""
    return saved


def store_game(folder, saved: SavedGame) -> None:
    store = Store.open(folder)
    store.game.resume()
    store.game.keep(saved)
    store.close()
    assert store.take_trouble() == ""


def test_the_timer_waits_for_the_first_move(tmp_path):
    seconds = play_and_crash(tmp_path).session.activity.play.seconds
    stage = resume_session(tmp_path)
    session = stage.session
    assert seconds > 0
    stage.pass_time(3)
    assert (play_of(session).is_timing, session.activity.play.seconds) == (False, seconds)
    session.move(play_of(session).board.legal_moves()[0])
    stage.tick(5)
    assert play_of(session).is_timing
    assert session.activity.play.seconds == pytest.approx(seconds + 5)


def test_a_requested_board_follows_the_resumed_game_and_can_be_undone(tmp_path):
    left = play_of(play_and_crash(tmp_path).session).board
    session = resume_session(tmp_path, scenario=NEAR).session
    play = play_of(session)
    assert (play.board, play.scenario, activity_of(session)) == (NEAR.start, NEAR, Playing)
    assert session.undo()
    assert play_of(session).board == left


@pytest.mark.parametrize("is_forgotten", [False, True])
def test_a_solved_play_does_not_count_again_after_reopening(tmp_path, is_forgotten):
    scenario = shuffle(2, 2, 5, seed=1)
    back = [move.inverse for move in reversed(scenario.shuffle)]
    session = Stage(scenario=scenario, handed_in={"store": Store.open(tmp_path)}).session
    session.boards.restart()
    for move in back:
        session.move(move)
    assert summary_of(session).count == 1
    while play_of(session).can_undo if is_forgotten else play_of(session).is_solved:
        session.undo()
    # no stored step of the play is solved now
    session.move(next(move for move in play_of(session).board.legal_moves() if move != back[-1]))
    session.close()
    session = resume_session(tmp_path).session
    while not (is_forgotten or play_of(session).is_solved):
        session.move(play_of(session).board.legal_moves()[play_of(session).move_count % 2])
    solves = session.statistics.solves
    for count in (1, 2):
        assert solves.count(session.statistics.present_kind) == count
        session.boards.restart()  # another play with a new number
        for move in back:
            session.move(move)
    session.close()


def random_game(moves: int) -> Game:
    scenario = shuffle(3, 3, 9, seed=1).without_moves()
    game = Game(SavedGame(Play(scenario=scenario, board=scenario.start)), lambda: 0.0)
    for number in range(moves):
        game.slide([game.play.board.legal_moves()[number % 2]])
    return game


def test_old_steps_are_dropped_when_a_game_is_opened(tmp_path, monkeypatch):
    game = random_game(10)
    game.restart()
    game.slide([game.play.board.legal_moves()[0]])
    game.begin(NEAR)
    game.slide([Move.DOWN])
    saved = game.saved
    store_game(tmp_path, saved)
    monkeypatch.setattr("puzzler.game.storage.store.MAX_STEPS", 3)
    assert stored_game(tmp_path).past == saved.past[-3:]
    assert sql(tmp_path, "SELECT count(*) FROM steps") == [(4,)]
    # the game can be continued
    store = Store.open(tmp_path)
    game = Game(store.game.resume(), lambda: 0.0)
    game.slide([Move.RIGHT])
    store.game.keep(game.saved)
    store.close()
    assert stored_game(tmp_path) == game.saved


def test_undo_has_two_thousand_steps_after_a_restart_of_the_program(tmp_path):
    game = random_game(3)
    game.restart()
    moves = [game.play.board.legal_moves()[0], game.play.board.legal_moves()[0].inverse]
    for number in range(1999):
        game.slide([moves[number % 2]])
    saved = game.saved
    store_game(tmp_path, saved)
    assert stored_game(tmp_path) == saved
    game.slide([moves[1]])
    store_game(tmp_path, game.saved)
    assert len(stored_game(tmp_path).past) == 2000


def test_opening_a_game_keeps_the_steps_of_other_games(tmp_path, monkeypatch):
    monkeypatch.setattr("puzzler.game.storage.store.MAX_STEPS", 1)
    one, two = Store.open(tmp_path), Store.open(tmp_path)
    saved = []
    for store in (one, two):
        assert store.game.resume() is None
        game = random_game(3)
        game.begin(replace(NEAR, seed=len(saved)))
        game.slide([Move.DOWN])
        store.game.keep(game.saved)
        saved.append(game.saved)
    one.close()
    assert stored_game(tmp_path).past == saved[0].past[-1:]  # the game of ``two`` is open
    assert sql(tmp_path, "SELECT count(*) FROM steps WHERE game = 2") == [(6,)]
    assert sql(tmp_path, "SELECT count(*) FROM scenarios WHERE game = 2") == [(2,)]
    two.close()


@pytest.mark.parametrize("mark", ["assisted", "coached", "blindfold", "is_watched"])
def test_every_mark_is_restored(tmp_path, mark):
    scenario = replace(NEAR, difficulty="easy")
    saved = SavedGame(Play(scenario=scenario, board=NEAR.start, **{mark: True}))
    store_game(tmp_path, saved)
    assert stored_game(tmp_path) == saved


def test_one_move_writes_one_step(tmp_path):
    game = random_game(3000)
    store = Store.open(tmp_path)
    store.game.resume()
    store.game.keep(game.saved)
    before = store.connection.total_changes
    game.slide([game.play.board.legal_moves()[0]])
    store.game.keep(game.saved)
    # the step, the current position, and the time of the previous step
    assert store.connection.total_changes - before <= 5
    store.close()


def test_a_write_delayed_by_a_lock_is_repeated(tmp_path):
    store = Store.open(tmp_path)
    store.game.resume()
    game = random_game(3)
    store.game.keep(game.saved)
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    card = DrillCard(NEAR.start, NEAR.goal, 2)
    patience = "PRAGMA busy_timeout"
    for is_last in (False, True):
        assert store.connection.execute(patience).fetchone() == (20,)
        other.execute("BEGIN IMMEDIATE")
        for seed in range(3):
            game.begin(replace(NEAR, seed=seed, title=str(is_last)))
            store.game.keep(game.saved)
            assert store.keep_solve(game.saved)
            store.practice.answer(card, True, 0.0)
            store.practice.visit_step("first", seed)
        assert store.practice.due_card(1e12) is None, "a write must be attempted"
        # only the first write waits
        assert store.connection.execute(patience).fetchone() == (0,)
        words = "games and solves cannot be saved now (database is locked)"
        assert store.take_trouble() == ("" if is_last else words)  # the message is returned once
        again = Store.open(tmp_path)
        assert again.game.resume() is None, "the game is open in another window"
        again.close()
        other.execute("ROLLBACK")
        if not is_last:
            store.write_waiting()
            assert not store.is_behind
            card = store.practice.due_card(1e12)
            assert (card.box, store.take_trouble()) == (2, "")
    store.close()
    other.close()
    assert sql(tmp_path, "SELECT count(*) FROM solves") == [(6,)]
    assert sql(tmp_path, "SELECT count(*), max(step) FROM lesson_steps") == [(3, 2)]
    assert sql(tmp_path, "SELECT max(box) FROM cards") == [(3,)]
    assert stored_game(tmp_path) == game.saved


def test_a_locked_file_can_be_read(tmp_path):
    game = random_game(3)
    store_game(tmp_path, game.saved)
    other = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    store = Store.open(tmp_path)
    assert (store.notice, store.game.resume()) == ("", game.saved)
    other.close()
    store.close()


def test_a_dropped_scenario_can_start_again(tmp_path, monkeypatch):
    monkeypatch.setattr("puzzler.game.storage.store.MAX_STEPS", 1)
    game = Game(SavedGame(Play(scenario=NEAR, board=NEAR.start)), lambda: 0.0)
    game.begin(replace(NEAR, seed=1))
    game.slide([Move.DOWN])
    store_game(tmp_path, game.saved)
    store = Store.open(tmp_path)
    game = Game(store.game.resume(), lambda: 0.0)
    game.begin(NEAR)
    store.game.keep(game.saved)
    store.close()
    assert sql(tmp_path, "SELECT count(*) FROM scenarios") == [(2,)]
    assert stored_game(tmp_path).present == game.saved.present


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE steps SET moves = 'UUUUU' WHERE position = 2",
        "UPDATE steps SET moves = 'X' WHERE position = 2",
        "UPDATE steps SET moves = x'ff' WHERE position = 2",
        "UPDATE steps SET tiles = '1 2 3'",
        "UPDATE steps SET tiles = '1 2 3 4 5 6 8 7 0'",
        "UPDATE steps SET scenario = 99",
        "UPDATE steps SET number = 'x'",
        "UPDATE steps SET number = -5",
        "UPDATE steps SET number = 7 WHERE position = 2",
        "UPDATE steps SET move_count = -1",
        "UPDATE steps SET seconds = 9e999",
        "UPDATE steps SET seconds = 'soon'",
        "DELETE FROM steps WHERE position = 1",
        "DELETE FROM scenarios",
        "UPDATE scenarios SET start = '1 2 3/4 5 6/8 7 0'",
        "UPDATE scenarios SET goal = '1 2/3 0'",
        "UPDATE scenarios SET seed = 'x'",
        "UPDATE scenarios SET shuffle_moves = -1",
        "UPDATE scenarios SET title = 'no JSON'",
        "UPDATE scenarios SET title = '7'",
        "UPDATE scenarios SET labels = '7'",
        """UPDATE scenarios SET labels = '["a"]'""",
        """UPDATE scenarios SET labels = '["", 2, 3, 4, 5, 6, 7, 8, 9]'""",
        """UPDATE scenarios SET labels = '["", "\\u0000", "", "", "", "", "", "", ""]'""",
        """UPDATE scenarios SET labels = '["", "\\udcff", "", "", "", "", "", "", ""]'""",
        "UPDATE games SET present = 99",
        "UPDATE games SET present = 'x'",
        "UPDATE games SET next_number = 'x'",
    ],
)
def test_an_invalid_game_is_reported_and_a_new_game_starts(tmp_path, change):
    store = Store.open(tmp_path)
    store.game.resume()
    assert store.keep_solve(random_game(3).saved)
    store.close()
    queries = [
        f"SELECT * FROM {table} WHERE game = 1" for table in ("steps", "scenarios", "solves")
    ]
    before = [sql(tmp_path, query) for query in queries], sql(tmp_path, "SELECT * FROM games")
    sql(tmp_path, change)
    left = [sql(tmp_path, query) for query in queries]
    assert (left, sql(tmp_path, "SELECT * FROM games")) != before
    store = Store.open(tmp_path)
    assert store.game.resume() is None
    assert store.notice.startswith("the saved game is damaged: starting a new one (")
    assert "\n" not in store.notice
    # the new game is stored, and the invalid game is unchanged
    game = random_game(2)
    store.game.keep(game.saved)
    assert [sql(tmp_path, query) for query in queries] == left
    store.close()
    assert stored_game(tmp_path) == game.saved


def test_a_game_that_could_not_be_read_is_not_overwritten(tmp_path, monkeypatch):
    left = random_game(5).saved
    store_game(tmp_path, left)
    store = Store.open(tmp_path)

    def busy(_):
        raise sqlite3.OperationalError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(store_module.RunningGame, "_load", busy)
        assert store.game.resume() is None
    assert "the saved game cannot be read: starting a new one (database is locked)" in store.notice
    store.game.keep(random_game(2).saved)
    other = Store.open(tmp_path)
    assert other.game.resume() == left
    other.close()
    store.close()


def test_a_title_that_cannot_be_shown_is_replaced(tmp_path):
    store_game(tmp_path, random_game(1).saved)
    title = '"a\\u0000\\ud800' + "b" * 100_000 + '"'
    sql(tmp_path, "UPDATE scenarios SET title = ?", title)
    title = stored_game(tmp_path).present.scenario.title
    assert title.startswith("a��bbb")
    assert len(title) == 200


def test_a_large_shuffle_is_stored_compactly(tmp_path):
    scenario = shuffle(10, 10, 40_000, seed=1)
    game = Game(SavedGame(Play(scenario=scenario, board=scenario.start)), lambda: 0.0)
    for seed in range(20):
        game.begin(replace(scenario, seed=seed))
    store_game(tmp_path, game.saved)
    assert (tmp_path / FILE_NAME).stat().st_size < 130_000
    assert stored_game(tmp_path).present.scenario == replace(scenario, seed=19).without_moves()


LABELS = ("", "Ä", "\N{SNOWMAN}", "C")
CUSTOM = Scenario(
    Board.parse("1 2/0 3"), Board.solved(2, 2), labels=LABELS, title="Ünusual", seed=1
)
SCENARIOS = {"begin": shuffle(2, 2, 5, seed=10**39).without_moves(), "begin another": CUSTOM}
ACTIONS = ["slide", "undo", "redo", "restart", "go back", "mark", *SCENARIOS]


@settings(max_examples=25)
@given(st.lists(st.sampled_from(ACTIONS)))
def test_every_action_is_restored(actions):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store = Store.open(folder)
        store.game.resume()
        now = 0.0
        scenario = shuffle(2, 3, 9, seed=2).without_moves()
        game = Game(SavedGame(Play(scenario=scenario, board=scenario.start)), lambda: now)
        for number, action in enumerate(actions):
            now += 0.5
            if action == "slide":
                game.slide(game.play.board.legal_moves()[-1:])
            elif action in SCENARIOS:
                game.begin(replace(SCENARIOS[action], seed=number + SCENARIOS[action].seed))
            elif action == "mark":
                game.mark(assisted=True)
            elif action == "go back":
                game.go_back(game.play.scenario.start, 0)
            else:
                getattr(game, action)()
            if number % 3:  # a change can be stored by a later write
                store.game.keep(game.saved)
        saved = game.saved
        store.game.keep(saved)
        store.close()
        assert stored_game(folder) == saved


def test_a_game_without_steps_is_valid(tmp_path: Path) -> None:
    play_and_crash(tmp_path)
    sql(tmp_path, "DELETE FROM steps")
    assert stored_game(tmp_path) is None
