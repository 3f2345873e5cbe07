"""The statistics: figures, curve and list against the store; what is done with a solve."""

from __future__ import annotations

import csv
import random
import time
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from puzzler.game.play.category import RELAY
from puzzler.game.play.settings import Settings
from puzzler.game.review.reviewing import SourceKind
from puzzler.game.session import Session
from puzzler.game.storage.statistics import Order
from puzzler.window.overlays.menu import Menu
from puzzler.window.overlays.sheet import Sheet
from puzzler.window.overlays.statistics_table import SOLVE_COLUMNS, cells, file_stem, short_title
from puzzler.window.themes import find_themes
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from tests.window.conftest import NEAR, Opener, Window

SIZES = [(480, 360), (640, 480), (1280, 800), (1920, 1080), (3840, 2160)]
MANY = 300
_INSERT = (
    "INSERT INTO solves (game, number, rows, columns, goal, difficulty, start, seed, shuffle_moves,"
    " moves, times, move_count, seconds, assisted, coached, solved_at, shortest)"
    " VALUES (7, ?, ?, 3, 'standard', ?, ?, ?, 99, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def fill(session: Session, count: int = MANY, *, rows: int = 3, difficulty: str = "mixed") -> None:
    """Solves of one kind, one a minute until now; some with help, some without a shortest."""
    generator = random.Random(count)
    start = NEAR if rows == 3 else "1 2 3/4 0 5"
    connection = session._store._database.connection
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


Opened = Callable[..., Window]


@pytest.fixture
def opened(open_board: Opener) -> Opened:
    """A window with solves of two kinds, and the statistics of the first over it."""

    def open_it(**more: object) -> Window:
        window = open_board(NEAR, **more)
        fill(window.session, 20, rows=2)
        fill(window.session)
        window.key(pygame.K_t)
        return window

    return open_it


def sheet_of(window: Window) -> Sheet:
    top = window.desk.overlays.top
    assert isinstance(top, Sheet)
    return top


def control(window: Window, name: str):  # type: ignore[no-untyped-def]  # as in conftest
    return next(c for c in sheet_of(window).controls.controls if c.name == name)


def said(window: Window) -> set[str]:
    """All words on the sheet."""
    found = set[str]()
    for part in sheet_of(window).parts(window.desk.painter):
        look = part.look
        while isinstance(look, tuple) and look and isinstance(look[0], tuple):
            look = look[0]
        if isinstance(look, tuple):
            found |= {entry for entry in look[:2] if isinstance(entry, str)}
    return found


def kind_of(window: Window, title: str):  # type: ignore[no-untyped-def]  # a kind
    return next(k for k in window.session.statistics.kinds if title in short_title(k))


# ---- What is seen ----------------------------------------------------------------------------


def test_without_solves_there_are_words(open_board: Opener) -> None:
    window = open_board(NEAR)
    window.key(pygame.K_t)
    assert sheet_of(window).title == "Statistics"
    assert any("Nothing here yet" in words for words in said(window))
    window.key(pygame.K_ESCAPE)
    assert window.desk.overlays.top is None


def test_figures_are_those_of_the_store(opened: Opened) -> None:
    window = opened()
    statistics = window.session.statistics
    summary = statistics.summary(kind_of(window, "3×3"))
    words = said(window)
    assert f"{summary.count:,}" in words
    assert f"{summary.best_moves}" in words
    assert f"{summary.best_efficiency:.2f}" in words
    for size, means in summary.means.items():
        assert f"Mean of {size}" in words
        assert f"{means.best.moves:.1f}" in words
    curve = control(window, "times")
    assert len(curve.series.values) == len(statistics.curve(kind_of(window, "3×3")).points)
    window.point((round(curve.left_of(40)), curve.plot.centery))
    assert any("mean of 12:" in words for words in said(window))


def test_every_row_is_that_of_the_store(opened: Opened) -> None:
    window = opened()
    table = control(window, "solves")
    kind = kind_of(window, "3×3")
    assert len(table.items) == window.session.statistics.count(kind) == MANY
    rows = window.session.statistics.rows(kind, 0, MANY, Order.DATE, is_descending=True)
    for index in random.Random(1).sample(range(MANY), 40):
        assert table.pages.row(index) == cells(rows[index], SOLVE_COLUMNS)


def test_captions_sort(opened: Opened) -> None:
    window = opened()
    table = control(window, "solves")
    kind = kind_of(window, "3×3")
    for name in ("seconds", "moves", "lost", "moves a second"):
        place = next(rect for column, rect in table.places() if column.name == name)
        window.click(place.center)
        rows = window.session.statistics.rows(kind, 0, 9, Order(name))
        assert [table.pages.row(i) for i in range(9)] == [cells(r, SOLVE_COLUMNS) for r in rows]
        window.click(place.center)
        turned = not Order(name).is_descending
        rows = window.session.statistics.rows(kind, 0, 9, Order(name), is_descending=turned)
        assert [table.pages.row(i) for i in range(9)] == [cells(r, SOLVE_COLUMNS) for r in rows]


def test_kinds_are_tabs(opened: Opened) -> None:
    window = opened()
    tabs = control(window, "kind")
    assert [words for _, words in tabs.options] == ["3×3 fully mixed", "2×3 fully mixed"]
    window.click(tabs.segments()[1].center)
    assert len(control(window, "solves").items) == 20
    window.key(pygame.K_TAB)
    sheet_of(window).controls.focus(control(window, "kind"))
    window.key(pygame.K_LEFT)
    assert len(control(window, "solves").items) == MANY


def test_this_session_counts_what_was_solved_in_it(opened: Opened) -> None:
    window = opened()
    times = control(window, "time")
    window.click(times.segments()[1].center)
    table = control(window, "solves")
    assert len(table.items) == 0
    assert "0" in said(window)
    window.click(times.segments()[0].center)
    assert len(control(window, "solves").items) == MANY


def test_relays_have_their_splits(open_board: Opener) -> None:
    window = open_board(NEAR)
    splits = tuple((10.0 * n, 20 * n) for n in (2, 3, 4, 5))
    window.session._store.keep_relay(splits, assisted=False)
    window.key(pygame.K_t)
    table = control(window, "solves")
    assert table.pages.row(0)[-5:-1] == ("20.0 s", "30.0 s", "40.0 s", "50.0 s")
    assert window.session.statistics.kinds == [RELAY]
    window.key(pygame.K_RETURN)
    menu = window.desk.overlays.top
    assert isinstance(menu, Menu)
    assert [item.words for item in menu.list.items] == ["Delete…"], "it has no path"


# ---- What is done with a solve ---------------------------------------------------------------


def choose(window: Window, index: int, words: str) -> None:
    """Open the menu of a row and choose."""
    table = control(window, "solves")
    table.marked = index
    sheet_of(window).controls.focus(table)
    window.key(pygame.K_RETURN)
    menu = window.desk.overlays.top
    assert isinstance(menu, Menu)
    found = next(i for i, item in enumerate(menu.list.items) if item.words.startswith(words))
    for _ in range(found):
        window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)


def test_enter_reviews(opened: Opened) -> None:
    window = opened()
    kind = kind_of(window, "3×3")
    row = window.session.statistics.rows(kind, 3, 1)[0]
    window.key(pygame.K_DOWN)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    window.key(pygame.K_RETURN)
    assert window.desk.overlays.top is None
    source = window.desk.reviewing.source
    assert (source.kind, source.solve_id) == (SourceKind.SOLVE, row.id)
    assert str(window.session.snapshot().play.board) == NEAR


def test_a_click_replays(opened: Opened) -> None:
    window = opened()
    table = control(window, "solves")
    window.click((table.rect.left + 60, table.row_rect(2).centery))
    menu = window.desk.overlays.top
    assert isinstance(menu, Menu)
    list_ = menu.list
    window.click((list_.rect.centerx, list_.row_rect(1).centery))
    assert window.desk.reviewing.state().track.is_playing
    assert window.screen.view.name == "review"


def test_a_seed_is_copied(opened: Opened) -> None:
    window = opened()
    choose(window, 0, "Copy")
    assert window.clipboard.text == str(MANY - 1)
    assert any("is copied" in words for words in said(window))


def test_a_solve_is_deleted_after_one_question(opened: Opened) -> None:
    window = opened()
    kind = kind_of(window, "3×3")
    first, second = window.session.statistics.rows(kind, 0, 2)
    choose(window, 0, "Delete")
    assert sheet_of(window).title == "Delete this solve?"
    window.key(pygame.K_ESCAPE)
    assert window.session.statistics.count(kind) == MANY, "one has thought better of it"
    choose(window, 0, "Delete")
    window.key(pygame.K_RETURN)
    assert window.session.statistics.count(kind) == MANY - 1
    assert window.session.statistics.rows(kind, 0, 1)[0].id == second.id != first.id
    table = control(window, "solves")
    assert len(table.items) == MANY - 1
    assert table.pages.row(0) == cells(second, SOLVE_COLUMNS)


def test_with_the_last_solve_its_kind_goes(open_board: Opener) -> None:
    window = open_board(NEAR)
    fill(window.session, 1, rows=2)
    fill(window.session, 2)
    window.key(pygame.K_t)
    for _ in range(2):
        choose(window, 0, "Delete")
        window.key(pygame.K_RETURN)
    assert short_title(control(window, "kind").chosen).startswith("2×3")
    choose(window, 0, "Delete")
    window.key(pygame.K_RETURN)
    assert window.desk.overlays.top is None, "nothing is left to be shown"


# ---- Export ----------------------------------------------------------------------------------


def test_csv_goes_where_it_says(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzler.window.sheets.results_folder", lambda: tmp_path)
    window = opened()
    stem = file_stem(kind_of(window, "3×3"))
    for name in (f"{stem}.csv", f"{stem}-2.csv"):
        window.click(control(window, "export").rect.center)
        with (tmp_path / name).open(encoding="utf-8", newline="") as stream:
            assert len(list(csv.reader(stream))) == MANY + 1
        assert any(str(tmp_path / name) in words for words in said(window))
    (tmp_path / "chosen").mkdir()
    window.click(control(window, "export to").rect.center)
    assert sheet_of(window).title == "Choose a folder"
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    window.click(control(window, "open").rect.center)
    assert (tmp_path / "chosen" / f"{stem}.csv").exists()
    assert sheet_of(window).title == "Statistics"


def test_a_folder_that_cannot_be_written_is_said(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzler.window.sheets.results_folder", lambda: tmp_path / "gone")
    window = opened()
    window.click(control(window, "export").rect.center)
    assert any("could not be exported" in words for words in said(window))


# ---- At every size ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_all_of_it_fits(opened: Opened, size: tuple[int, int]) -> None:
    window = opened(size=size)
    pages = [c for c in sheet_of(window).controls.controls if c.name == "page"]
    names = [value for value, _ in pages[0].options] if pages else [""]
    assert bool(pages) == (size[0] < 1000), "a small window shows a page at a time"
    for number, _ in enumerate(names):
        if pages:
            window.click(control(window, "page").segments()[number].center)
        sheet = sheet_of(window)
        assert Rect((0, 0), size).contains(sheet.rect)
        for each in sheet.controls.controls:
            assert min(each.rect.size) >= SMALLEST_TARGET, each.name
            assert sheet.rect.left <= each.rect.left, each.name
            assert each.rect.right <= sheet.rect.right, each.name
    if pages:
        window.click(control(window, "page").segments()[0].center)
    table = control(window, "solves")
    least = 3 if size[1] < 480 else 6
    assert table.rect.height >= least * table.row_height(), "a few rows are in sight"
    assert not sheet_of(window)._scroll.can_scroll, "the list scrolls, and the sheet need not"


@pytest.mark.parametrize("theme", find_themes())
def test_every_theme_draws_it(opened: Opened, theme: str) -> None:
    window = opened(settings=Settings(theme=theme))
    surface, painter = pygame.display.get_surface(), window.desk.painter
    assert surface is not None
    table, curve = control(window, "solves"), control(window, "times")
    well = table.rect.left + painter.px(30), table.rect.bottom - painter.px(8)
    assert surface.get_at(well)[:3] == painter.theme.well
    inks = {
        surface.get_at((x, y))[:3]
        for x in range(curve.plot.left, curve.plot.right)
        for y in range(curve.plot.top, curve.plot.bottom)
    }
    assert any(
        max(abs(a - b) for a, b in zip(ink, painter.theme.accent, strict=True)) < 40 for ink in inks
    ), "the line of means"


def test_many_kinds_are_a_list(open_board: Opener) -> None:
    window = open_board(NEAR, size=(640, 480))
    for difficulty in ("easy", "medium", "hard", "mixed", "daily"):
        fill(window.session, 2, difficulty=difficulty)
    fill(window.session, 2, rows=2)
    window.key(pygame.K_t)
    window.click(control(window, "kind").rect.center)
    menu = window.desk.overlays.top
    assert isinstance(menu, Menu)
    assert len(menu.list.items) == 6
    window.key(pygame.K_END)
    window.key(pygame.K_RETURN)
    assert len(control(window, "solves").items) == 2


def test_a_shortest_that_becomes_known_is_seen(opened: Opened) -> None:
    window = opened()
    kind = kind_of(window, "3×3")
    rows = window.session.statistics.rows(kind, 0, MANY)
    index = next(i for i, row in enumerate(rows) if row.shortest is None)
    table = control(window, "solves")
    assert table.pages.row(index)[4] == ""
    window.frame()
    window.now += 2
    window.frame()
    assert control(window, "solves").pages.row(index)[4] == "1", "it was proven meanwhile"
