"""The dialog for a new board: size, goal, difficulty, seed, daily board and relay."""

from __future__ import annotations

import time
from datetime import date, datetime

import pygame
import pytest

from puzzler.board import Board
from puzzler.game.core.category import OWN, STAGES, Difficulty
from puzzler.game.core.settings import Settings
from puzzler.game.play.editing import Editing, EditTarget
from puzzler.game.play.new_boards import daily, daily_title
from puzzler.game.play.playing import Playing
from puzzler.humanize import long_date
from puzzler.search.solve import solve
from puzzler.window.dialogs.new_board import SizeGrid
from tests.window.conftest import NEAR, Opener, Window
from tests.window.layout import FEW_SIZES

OTHER = 4
"""The last of the sizes opens the choice of any other."""
both_ways = pytest.mark.parametrize("by_pointer", [True, False])
both_sizes = pytest.mark.parametrize("size", [(1280, 800), (480, 360)], ids=str)


@pytest.fixture
def settings() -> Settings:
    return Settings(instant_shuffle=True)


def press(window: Window, key: str, *, by_pointer: bool) -> None:
    if by_pointer:
        window.click_on(key)
    else:
        window.walk_to(key)
        window.key(pygame.K_RETURN)


def press_size(window: Window, index: int) -> None:
    window.click(window.find("sizes").segments()[index].center)


@pytest.mark.parametrize("index", range(4))
def test_common_sizes_need_one_press(window: Window, index: int) -> None:
    window.key(pygame.K_b)
    assert not window.has("any size") and not window.has("seed"), "the details are closed"
    press_size(window, index)
    window.click_on("shuffle")
    assert window.play.board.size == (3 + index, 3 + index)


def test_a_screen_reader_changes_one_side(window: Window) -> None:
    chosen: list[tuple[int, int]] = []
    grid = SizeGrid((3, 4), chosen.append, key="any size")
    for side in grid.access(window.app.ui).children:
        for name in ("INCREMENT", "DECREMENT"):
            side.actions[name]("")
    assert chosen == [(4, 4), (2, 4), (3, 5), (3, 3)]
    assert not grid.key_down(window.app.ui, pygame.K_TAB, 0), "which goes to the next control"


@both_ways
def test_any_size_goal_and_difficulty_can_be_chosen(window: Window, by_pointer: bool) -> None:
    if by_pointer:
        window.click(window.find("size").segments()[-1].center)
        press_size(window, OTHER)
        grid = window.find("any size").rect
        cell = grid.width // 10
        window.click((grid.left + 6 * cell + 5, grid.top + cell + 5))
    else:
        window.key(pygame.K_b)
        window.walk_to("sizes")
        for key in [pygame.K_RIGHT] * 4:
            window.key(key)
        window.walk_to("any size")
        for key in (*[pygame.K_UP] * 4, pygame.K_RIGHT):
            window.key(key)
    window.walk_to("goal")
    window.key(pygame.K_RIGHT)
    window.walk_to("difficulty")
    for _ in range(3):
        window.key(pygame.K_LEFT)
    press(window, "shuffle", by_pointer=by_pointer)
    assert window.open == []
    window.frame(100)
    session = window.session
    assert session.snapshot().play.board.size == (2, 7)
    assert session.snapshot().play.goal == Board(2, 7, tuple(range(14)))
    assert session.settings.difficulties == {"2x7": Difficulty.EASY}
    assert isinstance(session.activity, Playing)


def test_opening_a_part_moves_nothing_and_focuses_its_field(window: Window) -> None:
    window.key(pygame.K_b)
    window.frame()
    places = {key: window.find(key).rect.copy() for key in ("sizes", "difficulty", "unfold")}
    window.click_on("unfold")
    assert window.focused == "seed"
    assert {key: window.find(key).rect for key in places} == places
    window.type("12")
    window.click_on("unfold")
    assert {key: window.find(key).rect for key in places} == places
    press_size(window, OTHER)
    window.click_on("unfold")
    window.check_dialog()


def test_a_seed_can_be_typed_copied_and_pasted(window: Window) -> None:
    window.key(pygame.K_b)
    window.click_on("unfold")
    window.walk_to("seed")
    window.type("47x11")
    window.key(pygame.K_RETURN)
    window.frame(100)
    assert window.play.scenario.seed == 4711
    board = window.play.board
    window.key(pygame.K_b)
    window.click_on("unfold")
    assert "This board's seed: 4711" in window.dialog_words
    window.click_on("copy")
    assert window.clipboard.text == "4711"
    window.click_on("paste")
    window.click_on("shuffle")
    window.frame(100)
    assert window.play.board == board
    window.key(pygame.K_b)
    window.click_on("unfold")
    window.walk_to("sizes")
    window.key(pygame.K_RIGHT)
    assert "4711" not in window.dialog_words, "the seed belongs to another board"


def test_a_missing_clipboard_is_reported(window: Window) -> None:
    window.session.boards.new(seed=3)
    window.clipboard.is_there = False
    window.key(pygame.K_b)
    window.click_on("unfold")
    window.click_on("copy")
    assert "No clipboard to copy to." in window.dialog_words
    window.click_on("paste")
    assert "The clipboard has no seed." in window.dialog_words


@pytest.mark.parametrize("size", [(480, 360)], ids=str)
def test_a_custom_goal_is_edited_for_the_chosen_size_and_difficulty(window: Window) -> None:
    before = window.play.board
    window.key(pygame.K_b)
    press_size(window, 1)
    window.walk_to("difficulty")
    window.key(pygame.K_LEFT)
    window.key(pygame.K_LEFT)
    window.walk_to("goal")
    for _ in range(3):
        window.key(pygame.K_RIGHT)
    assert window.open == []
    activity = window.session.activity
    assert isinstance(activity, Editing)
    assert (activity.target, activity.board.size) == (EditTarget.GOAL, (4, 4))
    assert any(words.startswith("Goal of a new 4×4 board") for words in window.words)
    assert not window.has("make solvable") and not window.has("target")
    window.click_cell(0)
    window.click_cell(1)
    goal = activity.board
    window.click_on("done")
    window.wait_for(lambda: window.session.boards.pending is None)
    scenario = window.play.scenario
    assert (scenario.goal, scenario.difficulty) == (goal, Difficulty.MEDIUM)
    window.session.undo()
    assert window.play.board == before


def test_cancelling_a_custom_goal_changes_nothing(window: Window) -> None:
    before = window.play, window.session.settings
    window.key(pygame.K_b)
    window.walk_to("goal")
    for _ in range(3):
        window.key(pygame.K_RIGHT)
    window.click_cell(0)
    window.click_cell(1)
    window.key(pygame.K_ESCAPE)
    assert isinstance(window.session.activity, Playing)
    assert (window.play, window.session.settings) == before


@both_sizes
@both_ways
def test_the_daily_board_has_its_own_size(window: Window, by_pointer: bool) -> None:
    window.key(pygame.K_b)
    window.walk_to("sizes")
    window.key(pygame.K_RIGHT)
    press(window, "daily", by_pointer=by_pointer)
    assert window.open == []
    assert window.play.scenario.difficulty == Difficulty.DAILY
    (today,) = window.session.boards.daily_boards(1)
    assert window.play.board.size == today.size
    first = window.play.board
    window.key(pygame.K_n)
    window.key(pygame.K_d)
    assert window.play.board == first, "the board does not change during the day"


@both_sizes
@both_ways
def test_the_daily_board_of_a_past_day_can_be_played(window: Window, by_pointer: bool) -> None:
    window.key(pygame.K_b)
    press(window, "archive", by_pointer=by_pointer)
    window.check_dialog()
    days = window.find("days")
    assert days.items[0].text.startswith(long_date(window.session.boards.daily_boards(1)[0].day))
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.open == []
    yesterday = window.session.boards.daily_boards(2)[1].day
    assert window.play.scenario == daily(yesterday).without_moves()


@both_sizes
@both_ways
def test_a_relay_can_be_started(window: Window, by_pointer: bool) -> None:
    window.key(pygame.K_b)
    press(window, "relay", by_pointer=by_pointer)
    window.frame(3)
    assert window.play.board.size == STAGES[0]
    relay = window.session.challenges.relay
    assert relay is not None and relay.stage == 0


def test_the_daily_board_has_a_streak_and_a_line_to_share(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, today = window.session, date(2026, 11, 23)
    monkeypatch.setattr(session.boards, "_today", lambda: today)
    monkeypatch.setattr(time, "time", datetime(2026, 11, 23, 12).timestamp)
    window.key(pygame.K_b)
    assert daily_title(today) in window.dialog_words
    assert "3×3, the same for everyone" in window.words and not window.has("share")
    window.click_on("daily")
    play = session.context.game.present
    for move in solve(play.board, play.scenario.goal).moves:
        session.move(move)
    window.settle()
    window.click_on(("finish", "save-result"))
    assert "Save the result as picture" in window.dialog_words
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_b)
    assert "3×3 solved in" in window.dialog_words and "1-day streak" in window.dialog_words
    window.click_on("share")
    moves = session.context.game.present.move_count
    assert window.clipboard.text.startswith(f"Puzzler 3x3, {today.isoformat()}: {moves}")
    assert "Copied the result." in window.dialog_words
    window.click_on("archive")
    solved, *others = window.find("days").items
    assert solved.text == "23 November 2026, 3×3"
    assert solved.icon == "check" and solved.note.endswith(f"{moves} moves")
    assert {item.icon for item in others} == {"calendar"}
    assert "1 of the last 60 days solved. Current streak: 1 day." in window.dialog_words
    window.clipboard.text = ""
    window.click_on("share")
    assert window.clipboard.text.startswith(f"Puzzler 3x3, {today.isoformat()}: {moves}")
    window.click_on("picture")
    assert "Save the result as picture" in window.dialog_words
    window.key(pygame.K_ESCAPE)
    window.walk_to("days")
    window.key(pygame.K_DOWN)
    assert not window.find("share").is_enabled and not window.find("picture").is_enabled


def test_the_record_of_the_relay_is_displayed(window: Window) -> None:
    window.key(pygame.K_b)
    assert "No best time yet" in window.words
    window.key(pygame.K_ESCAPE)
    window.session.store.solves.keep_relay(
        [(1.0, 4), (2.0, 9), (3.0, 9), (4.25, 9)], assisted=False
    )
    window.session.store.solves.keep_relay([(0.1, 4)] * 4, assisted=True)
    window.key(pygame.K_b)
    assert "Best time 10.25 s" in window.words


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_every_part_of_the_dialog_fits(window: Window) -> None:
    window.key(pygame.K_b)
    window.check_dialog()
    window.click_on("unfold")
    press_size(window, OTHER)
    window.check_dialog()


def test_the_goal_of_the_game_can_be_kept_for_its_size(open_board: Opener) -> None:
    settings = Settings(instant_shuffle=True)
    window = open_board(NEAR, goal="8 7 6/5 4 3/2 1 0", settings=settings)
    goal = window.play.goal
    window.key(pygame.K_b)
    assert window.find("goal").chosen == OWN
    press_size(window, 1)
    assert window.find("goal").chosen != OWN
    press_size(window, 0)
    window.click(window.find("goal").segments()[-1].center)
    assert window.find("goal").chosen == OWN and window.open == ["new board"]
    window.click_on("shuffle")
    window.wait_for(lambda: window.session.boards.pending is None)
    assert window.open == [] and window.play.goal == goal
