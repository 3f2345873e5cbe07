"""The statistics: figures, curve and list compared with the store, and actions on a solve."""

from __future__ import annotations

import csv
import os
import random
import time
from dataclasses import replace
from datetime import date
from pathlib import Path

import pygame
import pytest

from puzzler.game.core.category import Category, Difficulty, RelayKind
from puzzler.game.core.settings import Settings
from puzzler.game.session import Session
from puzzler.game.storage.averages import average_name
from puzzler.game.storage.solve_columns import DATE, HELP, SOLVE_COLUMNS, SolveColumn
from puzzler.game.storage.store import Store
from puzzler.humanize import solve_time
from puzzler.resources import own_home
from puzzler.search.solve import solve
from puzzler.window.review.statistics import (
    cells,
    file_stem,
    short_title,
)
from puzzler.window.toolkit.choices import Dropdown
from puzzler.window.toolkit.table import Table
from tests.game.storage.reading import read_curve, read_rows, read_summary
from tests.window.conftest import NEAR, Opener, Window

SIZES = [(480, 360), (640, 480), (1280, 800), (1920, 1080), (3840, 2160)]
MANY = 300
_INSERT = (
    "INSERT INTO solves (game, number, rows, columns, goal, difficulty, start, seed, shuffle_moves,"
    " moves, times, move_count, seconds, assisted, coached, solved_at, shortest)"
    " VALUES (7, ?, ?, 3, 'standard', ?, ?, ?, 99, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def fill(session: Session, count: int = MANY, *, rows: int = 3, difficulty: str = "mixed") -> None:
    """Add solves of one kind, one per minute, some with help and some without a shortest length."""
    generator = random.Random(count)
    start = NEAR if rows == 3 else "1 2 3/4 0 5"
    connection = session.store.connection
    [before] = connection.execute("SELECT count(*) FROM solves").fetchone()
    for number in range(count):
        moves = generator.randrange(21, 60, 2)
        connection.execute(
            _INSERT,
            (
                before + number,
                rows,
                difficulty,
                start,
                str(number),
                "UD" * (moves // 2) + "D" if rows == 3 else "LR" * (moves // 2) + "R",
                " ".join(["900"] * moves),
                moves,
                generator.uniform(5, 90),
                int(number % 17 == 3),
                int(number % 19 == 4),
                time.time() - 60 * (count - number),
                None if number % 11 == 5 else moves - 2 * generator.randrange(5),
            ),
        )


@pytest.fixture
def window(open_board: Opener, size: tuple[int, int]) -> Window:
    """A window with solves of two kinds and open statistics of the first kind."""
    window = open_board(NEAR, size=size)
    fill(window.session, 20, rows=2)
    fill(window.session)
    window.key(pygame.K_t)
    return window


def table_of(window: Window) -> Table:
    return window.find("solves")


def rows_of(window: Window, count: int) -> list[tuple[str, ...]]:
    return [tuple(table_of(window).rows.row(index)) for index in range(count)]


def press_segment(window: Window, key: str, index: int) -> None:
    window.click(window.find(key).segments()[index].center)


def store_of(window: Window) -> Store:
    return window.session.store


def kind_of(window: Window, title: str = "3×3"):  # type: ignore[no-untyped-def]  # a kind
    return next(kind for kind in store_of(window).solves.kinds() if title in short_title(kind))


def test_without_solves_there_is_a_text(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_t)
    assert "No solves yet" in window.dialog_words
    window.key(pygame.K_ESCAPE)
    assert window.open == []


def test_figures_equal_those_of_the_store(window: Window) -> None:
    store, kind = store_of(window), kind_of(window)
    summary = read_summary(store.solves, kind)
    words = window.words | set(window.dialog_words.split("\n"))
    assert f"{summary.count:,}" in words
    assert f"{summary.best_moves}" in words
    assert f"{1 / summary.best_efficiency:.0%}" in words
    for size, averages in summary.averages.items():
        assert average_name(size) in words
        assert f"{averages.best.deviation:.2f}" in words
        assert f"{averages.best.moves:.1f}" in words
    plot, point = window.find("times"), read_curve(store.solves, kind).points[40]
    values = [value for _, _, value in plot.read_out(40).rows]
    assert values == [solve_time(point.seconds), solve_time(point.average)]


def test_rows_equal_those_of_the_store_and_captions_sort_them(window: Window) -> None:
    table, store, kind = table_of(window), store_of(window), kind_of(window)
    assert table.count == store.solves.count(kind) == MANY
    bests = read_curve(store.solves, kind).best_ids
    assert bests

    def check(column: SolveColumn, count: int, *, is_down: bool) -> None:
        rows = read_rows(store.solves, kind, 0, count, column, is_descending=is_down)
        assert rows_of(window, count) == [
            cells(replace(row, is_best=row.id in bests), kind) for row in rows
        ]

    check(DATE, MANY, is_down=True)
    named = {column.name: column for column in SOLVE_COLUMNS if column.key is not None}
    del named["date"]
    for column in named.values():
        place = next(at for shown, at in table.places(window.app.ui) if shown.name == column.name)
        window.click(place.center)
        check(column, 9, is_down=column.is_descending)
        window.click(place.center)
        check(column, 9, is_down=not column.is_descending)


def test_the_solves_behind_an_average_are_shown_and_copied(window: Window) -> None:
    summary = read_summary(store_of(window).solves, kind_of(window))
    window.click(window.find("averages of").rect.center)
    assert f"{solve_time(summary.averages[5].current.seconds)}, " in window.dialog_words
    assert window.find("behind").count == 5
    assert sum("(" in window.find("behind").rows.row(at)[1] for at in range(5)) == 2
    window.click(window.find("copy average").rect.center)
    text = window.clipboard.text.split("\n")
    assert text[1].startswith("avg of 5: " + solve_time(summary.averages[5].current.seconds))
    assert text[4].startswith("1. ") and text[4].endswith(NEAR)
    assert len(text) == 9
    assert "Copied ao5" in window.dialog_words


def test_kinds_are_tabs_and_a_session_has_its_own_figures(window: Window) -> None:
    titles = [option.text for option in window.find("kind").options]
    assert titles == ["3×3 fully mixed", "2×3 fully mixed"]
    press_segment(window, "kind", 1)
    assert table_of(window).count == 20
    window.walk_to("kind")
    window.key(pygame.K_LEFT)
    assert table_of(window).count == MANY
    choose_session(window, "Since the start")
    assert table_of(window).count == 0
    choose_session(window, "All sessions")
    assert table_of(window).count == MANY


def choose_session(window: Window, name: str) -> None:
    window.click_on("session")
    window.choose(name)
    window.frame()


def test_sessions_are_created_renamed_chosen_and_deleted(window: Window) -> None:
    solves = store_of(window).solves
    window.click_on("sessions")
    window.choose("New session")
    window.frame()
    window.type(" Evening ")
    window.key(pygame.K_RETURN)
    assert [*solves.sessions.names().values()] == ["Default", "Evening"]
    assert table_of(window).count == 0, "the new session is selected"
    for name, problem in (("Evening", "Another session"), ("x" * 61, "at most 60 characters")):
        window.click_on("sessions")
        window.choose("New session")
        window.frame()
        window.type(name)
        window.key(pygame.K_RETURN)
        assert problem in window.dialog_words
        window.key(pygame.K_ESCAPE)
    fill(window.session, 7)
    store_of(window).connection.execute(
        "UPDATE solves SET session = ? WHERE number >= ?", (solves.sessions.current, MANY + 20)
    )
    choose_session(window, "Default")
    assert table_of(window).count == MANY
    choose_session(window, "Evening")
    assert table_of(window).count == 7
    taken = "Another session has this name."
    for name, problem in (("Evening", ""), ("Default", taken), ("Night", "")):
        window.click_on("sessions")
        window.choose("Rename Evening")
        window.frame()
        window.type(name)  # typing replaces the old name
        window.key(pygame.K_RETURN)
        assert problem in window.dialog_words
        if problem:
            window.key(pygame.K_ESCAPE)
    assert [*solves.sessions.names().values()] == ["Default", "Night"]
    window.click_on("sessions")
    window.choose("Delete Night")
    window.frame()
    assert "Its solves move to the session Default." in window.dialog_words
    window.click_on("confirm")
    window.frame()
    assert [*solves.sessions.names().values()] == ["Default"]
    assert table_of(window).count == MANY + 7
    window.click_on("sessions")
    assert not any("Delete" in item.text for item in window.menu.items), (
        "the session Default must remain"
    )


def test_the_list_and_the_figures_follow_the_metric(open_board: Opener) -> None:
    window = open_board(NEAR)
    fill(window.session, 5)
    window.session.store.connection.execute("UPDATE solves SET slides = 11 WHERE number = 2")
    window.session.settings = replace(window.session.settings, multi_tile=True)
    window.key(pygame.K_t)
    at = [column.name for column in SOLVE_COLUMNS if column.text is not None].index("moves")
    assert [row[at] for row in rows_of(window, 5)] == ["", "", "11", "", ""]
    assert "11" in window.words | set(window.dialog_words.split("\n")), (
        "the smallest number of moves"
    )


@pytest.mark.parametrize("has_solves", [True, False])
def test_solves_are_imported_from_a_file(
    open_board: Opener, tmp_path: Path, has_solves: bool
) -> None:
    window = open_board(NEAR, size=(640, 480))
    if has_solves:
        fill(window.session, 2)
    row = "[[0, 12340], %s, '', 1700000000]"
    text = f"{{'session1': [{row % repr('R D')}, {row % repr('F')}]}}".replace("'", '"')
    (tmp_path / "cstimer.txt").write_text(text)
    (tmp_path / "board.txt").write_text(NEAR)
    os.utime(tmp_path / "cstimer.txt", (10**9, 10**9))  # the older file is the second
    window.session.settings = replace(window.session.settings, folder=str(tmp_path))
    window.key(pygame.K_t)
    window.click_on("import")
    window.wait()
    rows = {item.text: item.detail for item in window.find("files").items}
    assert rows == {"board.txt": "No list of solves", "cstimer.txt": "1 solve"}
    for key in (pygame.K_HOME, pygame.K_DOWN, pygame.K_RETURN):
        window.key(key)
    window.wait()
    assert window.open[-1] == "imported"
    assert "1 solve imported in 1 session." in window.dialog_words
    assert "1 row not imported: not a scramble of a sliding puzzle" in window.dialog_words
    window.check_dialog()
    window.key(pygame.K_ESCAPE)
    assert window.open == ["statistics"]
    assert len(store_of(window).solves.kinds()) == 1 + has_solves
    window.check_dialog()


def test_relays_have_splits(open_board: Opener) -> None:
    window = open_board(NEAR)
    splits = tuple((10.0 * n, 20 * n) for n in (2, 3, 4, 5))
    window.session.store.solves.keep_relay(splits, assisted=False)
    window.key(pygame.K_t)
    assert table_of(window).rows.row(0)[-5:-1] == ("20.00 s", "30.00 s", "40.00 s", "50.00 s")
    assert store_of(window).solves.kinds() == [RelayKind()]
    window.key(pygame.K_RETURN)
    assert [item.text for item in window.menu.items] == ["Delete…"], "a relay has no path"


def choose(window: Window, index: int, words: str) -> None:
    window.walk_to("solves")
    window.key(pygame.K_HOME)
    for _ in range(index):
        window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    window.choose(words)
    window.frame()


def test_enter_opens_a_review(window: Window) -> None:
    kind = kind_of(window)
    row = read_rows(store_of(window).solves, kind, 3, 1)[0]
    for key in (*[pygame.K_DOWN] * 3, pygame.K_RETURN, pygame.K_RETURN):
        window.key(key)
    assert window.open == []
    source = window.session.activity.source
    assert source.moves == store_of(window).solves.get(row.id).moves
    assert str(window.session.snapshot().play.board) == NEAR


def test_a_button_replays_a_solve(window: Window) -> None:
    table = table_of(window)
    window.click((table.rect.left + 60, table.cell_rect(window.app.ui, 2).centery))
    window.click(window.menu.cell_rect(window.app.ui, 1).center)
    assert window.session.activity.state().track.is_playing
    assert window.screen.view.name == "review"


def test_a_result_is_copied_as_a_line(window: Window) -> None:
    solve = read_rows(store_of(window).solves, kind_of(window), 0, 1)[0]
    choose(window, 0, "Copy the result")
    assert window.clipboard.text.startswith(f"Puzzler 3x3, seed {MANY - 1}: {solve.move_count}")
    assert window.clipboard.text.endswith(f", {solve_time(solve.seconds)}")
    assert "Copied the result." in window.dialog_words
    choose(window, 0, "Copy the seed")
    assert window.clipboard.text == str(MANY - 1)
    assert "Copied seed" in window.dialog_words


def test_a_board_can_be_played_again_as_a_retry(open_board: Opener) -> None:
    window = open_board(NEAR)
    session = window.session
    session.settings = replace(session.settings, instant_shuffle=True)
    session.boards.new_daily(date(2026, 11, 23))
    scenario = session.context.game.present.scenario
    way = solve(scenario.start, scenario.goal).moves
    for _ in range(2):
        for move in way:
            session.move(move)
        window.frame()
        window.key(pygame.K_t)
        (kind,) = store_of(window).solves.kinds()
        choose(window, 0, "Play again")
        play = session.context.game.present
        assert (play.scenario, play.move_count) == (scenario, 0)
        assert "The same board again: your best time is" in session.feedback.message
    retry, _ = read_rows(store_of(window).solves, kind)
    assert HELP.text(retry) == retry.unranked == "retry"
    assert kind == Category(3, 3, "standard", Difficulty.DAILY)


def test_a_solve_is_deleted_after_one_question(window: Window) -> None:
    kind = kind_of(window)
    first, second = read_rows(store_of(window).solves, kind, 0, 2)
    choose(window, 0, "Delete")
    assert window.open == ["statistics", "question"]
    window.key(pygame.K_ESCAPE)
    assert store_of(window).solves.count(kind) == MANY, "the question was cancelled"
    choose(window, 0, "Delete")
    window.key(pygame.K_RETURN)
    assert store_of(window).solves.count(kind) == MANY, "Enter must not delete the solve"
    choose(window, 0, "Delete")
    window.click_on("confirm")
    assert store_of(window).solves.count(kind) == MANY - 1
    assert read_rows(store_of(window).solves, kind, 0, 1)[0].id == second.id != first.id
    assert table_of(window).count == MANY - 1
    assert rows_of(window, 1) == [cells(second, kind)]


def test_a_solve_can_be_marked_as_dnf_and_unmarked(window: Window) -> None:
    kind, solves = kind_of(window), store_of(window).solves
    before, first = read_summary(solves, kind), read_rows(solves, kind, 0, 1)[0]
    choose(window, 0, "Mark as DNF")
    assert "Marked as DNF." in window.dialog_words
    assert rows_of(window, 1)[0][2] == "DNF"
    assert read_summary(solves, kind).dnf_count == 1
    assert "DNF" in window.words | set(window.dialog_words.split("\n"))
    choose(window, 0, "Not DNF")
    assert read_summary(solves, kind) == before
    assert rows_of(window, 1) == [cells(first, kind)]
    store_of(window).connection.execute(
        "UPDATE solves SET moves = '', times = '', penalty = 'DNF' WHERE id = ?", (first.id,)
    )
    window.key(pygame.K_ESCAPE)
    window.key(pygame.K_t)
    choose(window, 0, "Copy the seed")  # an abandoned game has no moves
    window.click_on("averages of")
    assert "(DNF)" in [row[1] for row in map(tuple, map(window.find("behind").rows.row, range(5)))]


def test_deleting_the_last_solve_removes_its_kind(open_board: Opener) -> None:
    window = open_board(NEAR)
    fill(window.session, 1, rows=2)
    fill(window.session, 2)
    window.key(pygame.K_t)
    for _ in range(2):
        choose(window, 0, "Delete")
        window.click_on("confirm")
    assert short_title(window.find("kind").chosen).startswith("2×3")
    choose(window, 0, "Delete")
    window.click_on("confirm")
    assert window.open == [], "there are no other solves"


def test_a_click_on_a_curve_without_solves_has_no_effect(open_board: Opener) -> None:
    window = open_board(NEAR)
    fill(window.session, 3)
    window.session.store.connection.execute("UPDATE solves SET assisted = 1")
    window.key(pygame.K_t)
    window.click(window.find("times").rect.center)
    assert window.screen.view.name == "play"


def test_solves_are_exported_to_a_new_file_of_the_home(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    monkeypatch.setattr("puzzler.window.export.saving.own_home", own_home)
    stem = file_stem(kind_of(window))
    for name in (f"{stem}.csv", f"{stem}-2.csv"):
        window.click_on("export")
        window.wait()
        assert window.open == ["statistics", "save file"]
        window.click_on("save")
        window.wait()
        with (tmp_path / name).open(encoding="utf-8", newline="") as stream:
            assert len(list(csv.reader(stream))) == MANY + 1
        assert name in window.dialog_words
    assert window.open == ["statistics"]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_parts_fit(window: Window, size: tuple[int, int]) -> None:
    has_pages = window.has("page")
    assert has_pages == (size[0] < 1000), "a small window shows one page"
    for number in (2, 1, 0) if has_pages else ():
        press_segment(window, "page", number)
        window.check_dialog()
    window.check_dialog()
    table, ui = table_of(window), window.app.ui
    minimum = 3 if size[1] < 480 else 6
    assert table.rect.height >= minimum * table.row_height(ui), "some rows must be visible"
    assert ("thumb", ("dialog", "Statistics")) not in window.keys, "only the list scrolls"


def test_many_kinds_are_in_a_menu(open_board: Opener) -> None:
    window = open_board(NEAR, size=(640, 480))
    for difficulty in ("easy", "medium", "hard", "mixed", "daily"):
        fill(window.session, 2, difficulty=difficulty)
    fill(window.session, 2, rows=2)
    window.key(pygame.K_t)
    assert isinstance(window.find("kind"), Dropdown)
    window.click_on("kind")
    assert len(window.menu.items) == 6
    window.key(pygame.K_END)
    window.key(pygame.K_RETURN)
    assert table_of(window).count == 2


def test_a_newly_proven_length_is_displayed(window: Window) -> None:
    kind = kind_of(window)
    rows = read_rows(store_of(window).solves, kind, 0, MANY)
    index = next(i for i, row in enumerate(rows) if row.shortest is None)
    assert table_of(window).rows.row(index)[5] == ""
    window.frame()
    window.now += 2
    window.frame()
    assert table_of(window).rows.row(index)[5] == "1", "the length was proven in the background"


def test_a_large_interface_shows_one_page(open_board: Opener) -> None:
    window = open_board(NEAR, size=(1920, 1080), settings=Settings(interface_scale=2.0))
    fill(window.session, 20)
    window.key(pygame.K_t)
    assert window.has("page"), "the list would have one row"


def test_a_click_on_the_curve_opens_a_review(window: Window) -> None:
    window.click(window.find("times").rect.center)
    assert window.open == [] and window.screen.view.name == "review"


def test_another_order_and_another_session_start_at_the_top(window: Window) -> None:
    window.walk_to("solves")
    window.key(pygame.K_END)
    window.key(pygame.K_RIGHT)
    assert table_of(window).in_sight(window.ui).start == 0
    choose(window, 0, "Copy the seed")
    assert "Copied seed" in window.dialog_words
    choose_session(window, "Since the start")
    assert "Copied seed" not in window.dialog_words
