"""Choice of the method; figures, rows and the track of a search in the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from puzzler.board import Move
from puzzler.game.core.live_figures import LiveFigures, figure_captions
from puzzler.game.core.settings import Settings
from puzzler.humanize import sentence
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.search.result import SearchStats
from puzzler.window.common.method_choice import heuristic_options, listed_algorithms
from puzzler.window.common.track_bar import TRACK
from puzzler.window.play.view import COLUMN
from puzzler.window.toolkit.labels import Figure
from puzzler.window.toolkit.paint import Face
from puzzler.window.watch.figures import ROWS
from tests.window.conftest import SCENARIO, Watched
from tests.window.layout import check_layout


def current_method(watched: Watched) -> Method:
    watched.tick()
    return watched.session.snapshot().watch.method


def press_key(watched: Watched, key: object, name: int) -> None:
    watched.find(key).key_down(watched.ui, name, 0)
    watched.tick()


def test_keys_and_clicks_choose_a_method(watched: Watched) -> None:
    assert current_method(watched) == Method("astar", "manhattan+misplaced")
    heuristics = [option.value for option in heuristic_options("manhattan")]
    choose_algorithm(watched, "IDA*")
    assert current_method(watched).algorithm == "idastar"
    watched.session.settings = Settings(details=True)
    watched.tick()
    heuristic = watched.find("heuristic")
    heuristic.release(watched.ui, heuristic.rect.midright)
    assert current_method(watched).heuristic == "manhattan+misplaced"  # just outside the menu
    heuristic.release(watched.ui, (heuristic.rect.left + 3, heuristic.rect.centery))
    before = heuristics[heuristics.index("manhattan+misplaced") - 1]
    assert current_method(watched).heuristic == before
    press_key(watched, "weight", pygame.K_RIGHT)
    assert current_method(watched).weight == 1.1
    choose_algorithm(watched, "Shortest")
    assert current_method(watched) == Method.shortest(2, 2)
    assert not watched.find("heuristic").is_enabled and not watched.find("weight").is_enabled


def choose_algorithm(watched: Watched, title: str) -> None:
    watched.press("method")
    watched.choose(title)
    watched.tick()


@pytest.mark.parametrize(
    ("key", "entries"),
    [
        ("method", {name: ALGORITHMS[name] for name in listed_algorithms()}),
        ("heuristic", {e.value: HEURISTICS[e.value] for e in heuristic_options("manhattan")}),
    ],
)
def test_items_of_a_list_have_descriptions(watched: Watched, key: str, entries: dict) -> None:
    watched.tick()
    chooser = watched.find(key)
    chooser.release(watched.ui, chooser.rect.center)
    menu = watched.find("menu")
    rows = [(row.text, row.detail) for row in menu.items]
    assert rows[-1][0] == "Your own..."
    assert rows[-1 - len(entries) : -1] == [
        (sentence(entry.title), sentence(entry.summary)) for entry in entries.values()
    ]
    assert menu.items[menu.current].text in ("Automatic", "Misplaced + Manhattan")
    watched.screen.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
    assert not watched.has("menu")


def test_figures_keep_the_name_of_their_method_if_another_is_chosen(watched: Watched) -> None:
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.show(SCENARIO.start, 42)
    latest = watched.solver.last.latest
    watched.solver.last.latest = replace(latest, stats=latest.stats._replace(elapsed=1.0))
    title = "A*, misplaced + Manhattan"
    for algorithm in ("bfs", "idastar"):
        watched.screen.window.set(algorithm=algorithm)
        watched.tick(2)
        assert watched.texts_of("figures")[0] == title
        assert watched.figure("States") == "42"
        assert watched.texts_of("ghost") == ["State being expanded", "A*"]
    watched.solver.last.find((Move.RIGHT,))
    watched.finish()
    assert watched.texts_of("figures")[0] == title
    assert watched.element(ROWS).items[0].text == title
    assert watched.find(TRACK).tip.text.startswith(f"The solution of {title}. ")


def test_the_last_frame_before_the_window_is_idle_shows_a_pause(watched: Watched) -> None:
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.show(SCENARIO.start, 42)
    watched.tick()
    watched.session.toggle_pause()
    watched.solver.last.show(SCENARIO.start, 43, is_paused=True)
    watched.now += 0.01
    watched.screen.tick(watched.now)
    assert not watched.screen.is_moving
    assert watched.texts_of("figures")[1] == "Paused"
    assert watched.figure("States") == "43"


def two_rows(watched: Watched) -> None:
    watched.search(expanded=42)
    watched.session.undo()
    watched.screen.window.set(algorithm="bfs")
    watched.search(expanded=7)


def test_finished_searches_are_rows_that_replay_their_solution(watched: Watched) -> None:
    two_rows(watched)
    rows = watched.element(ROWS)
    assert [item.text for item in rows.items] == ["Breadth-first", "A*, misplaced + Manhattan"]
    assert rows.marked == 0
    assert "42 expanded" in rows.items[1].detail
    watched.session.stop()
    watched.tick()
    assert watched.session.activity.timeline is None
    watched.session.boards.restart()
    watched.tick()
    rows.on_choose(1)
    watched.tick()
    assert watched.session.activity.timeline is not None
    assert watched.element(ROWS).marked == 1
    assert watched.figure("States") == "42"


@pytest.mark.parametrize("count", [1, 2, 4, 9])
def test_a_large_window_shows_four_searches_and_only_the_column_scrolls(
    watched: Watched, count: int
) -> None:
    for number in range(count):
        watched.search(expanded=42 + number)
        watched.session.undo()
    watched.tick()
    rows, column = watched.element(ROWS), watched.element(COLUMN)
    assert len(rows.items) == count
    assert rows.in_sight(watched.ui) == range(count), "the list must not scroll"
    assert column.rect.contains(rows.cell_rect(watched.ui, min(count, 4) - 1))
    if count == 1:
        assert_in_sight(watched, "show goal", "finished")
    watched.session.watch.start()
    watched.tick()
    latest = watched.solver.last
    latest.show(SCENARIO.start, 42)
    latest.latest = replace(latest.latest, stats=latest.latest.stats._replace(elapsed=1.0))
    watched.tick()
    assert_in_sight(watched, "ghost")
    assert watched.has("again")


def test_the_shortest_solution_is_one_entry_of_each_menu(watched: Watched) -> None:
    watched.search()
    for button in ("method", "again"):
        watched.press(button)
        titles = [item.text for item in watched.find("menu").items]
        assert [title for title in titles if title.startswith("Shortest")] == ["Shortest"]
        watched.ui.close()


def test_equal_searches_are_one_row_and_no_row_is_cut(watched: Watched) -> None:
    for expanded in (42, 42, 7_654_321, 42):
        watched.search(expanded=expanded)
        watched.session.undo()
    watched.tick()
    rows, painter = watched.element(ROWS), watched.ui.painter
    assert len(rows.items) == 2
    assert len(watched.session.watch.rows) == 4, "text and CSV contain all searches"
    for item in rows.items:
        texts = item.detail, *item.shorter
        room = rows.rect.width - painter.px(80)
        assert any(painter.text_width(t, Face.BODY, painter.type_size(13)) <= room for t in texts)


def assert_in_sight(watched: Watched, *keys: str) -> None:
    column = watched.element(COLUMN)
    for key in keys:
        assert column.rect.contains(watched.element(key).rect), key


def test_run_again_with_another_method_adds_a_row(watched: Watched) -> None:
    watched.search()
    watched.press("again")
    menu, button = watched.find("menu").rect, watched.element("again").rect
    assert menu.top >= button.bottom, "the list must cover nothing above"
    assert menu.height >= 4 * watched.find("menu").row_height(watched.ui)
    watched.choose("Breadth-first")
    watched.tick()
    assert watched.solver.last.method == Method("bfs")
    watched.solver.last.find((Move.RIGHT,))
    watched.finish()
    assert len(watched.element(ROWS).items) == 2


def test_rows_are_copied_as_text(watched: Watched) -> None:
    two_rows(watched)
    watched.press("copy rows")
    lines = watched.clipboard.text.splitlines()
    assert lines[0].startswith("Method\tLength\tQuality")
    assert len(lines) == 3
    assert watched.screen.window.line == "Copied 2 rows."


def test_rows_are_saved_as_csv_with_a_message(
    watched: Watched, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzler.window.export.saving.own_home", lambda: tmp_path)
    two_rows(watched)
    for _ in range(2):
        watched.press("save rows")
        watched.wait()
    files = sorted(tmp_path.glob("puzzler-2x2-*.csv"))
    assert len(files) == 2, "no file is overwritten"
    assert files[0].read_text().startswith("method,status,limit,board,goal,algorithm,heuristic")
    assert watched.screen.window.line.startswith(f"Saved {tmp_path}")


def test_an_interrupted_solution_can_be_resumed(watched: Watched) -> None:
    watched.search()
    watched.session.undo()
    watched.tick()
    assert watched.session.snapshot().watch.left is not None
    assert watched.find(TRACK).is_enabled
    assert watched.find(TRACK).faint
    watched.press("pause")
    assert watched.session.activity.timeline is not None
    assert not watched.find(TRACK).faint
    assert not watched.has("close-track")


@pytest.mark.parametrize("size", [(1280, 800), (640, 480)], ids=str)
def test_an_interrupted_solution_can_be_closed(
    make_watched: Callable[..., Watched], size: tuple[int, int]
) -> None:
    watched = make_watched(size)
    watched.search()
    watched.session.undo()
    watched.tick()
    check_layout(watched)
    watched.press("close-track")
    assert not watched.has(TRACK) and not watched.has("close-track")
    watched.session.watch.show_run(watched.session.watch.rows[0].number)
    watched.tick()
    assert watched.has(TRACK)


@pytest.mark.parametrize("details", [True, False])
def test_without_details_figures_are_shown_only_during_a_search(
    make_watched: Callable[..., Watched], details: bool
) -> None:
    watched = make_watched(settings=Settings(details=details))
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.show(SCENARIO.start, 42, elapsed=1.0)
    watched.tick(2)
    figures = watched.elements(watched.element("figures"))
    captions = {each.caption for each in figures if isinstance(each, Figure)}
    simple = {"States", "Time", "Memory"}
    assert captions > simple if details else captions == simple
    assert watched.figure("States") == "42"
    assert watched.element("ghost") is not None
    watched.finish()
    assert (watched.element("figures") is not None) == details
    assert watched.element("ghost") is None


@pytest.mark.parametrize(
    ("algorithm", "names"),
    [
        ("astar", {"frontier", "bound", "depth", "best_h"}),
        ("greedy", {"frontier", "depth", "best_h"}),
        ("bfs", {"frontier", "depth"}),
        ("dfs", {"frontier", "depth"}),
        ("idastar", {"bound", "depth", "best_h"}),
    ],
)
def test_only_figures_of_the_method_are_shown(algorithm, names):
    figures = LiveFigures(method=Method(algorithm), stats=SearchStats(expanded=500), rate=1000.0)
    optional = ("frontier", "depth", "best_h", "bound")
    texts = figure_captions(figures, ("expanded", "rate", "time", *optional, "memory"))
    assert set(texts) == names | {"expanded", "rate", "time", "memory"}
    assert (texts["expanded"][1], texts["rate"][1]) == ("500", "1.0 k/s")
    bounds = {"astar": "Best f", "idastar": "Threshold"}
    assert texts.get("bound", [None])[0] == bounds.get(algorithm)


def test_the_track_of_an_interrupted_solution_resumes_it_at_a_position(watched: Watched) -> None:
    watched.search()
    watched.session.undo()
    watched.tick()
    track = watched.find(TRACK)
    track.on_seek(0)
    watched.tick()
    timeline = watched.session.activity.timeline
    assert timeline is not None and timeline.position == 0
    assert watched.session.activity.is_paused
    watched.find(TRACK).on_seek(1)
    watched.tick()
    assert timeline.position == 1 and not watched.find(TRACK).faint


def test_the_shown_search_is_opened_in_the_lab(watched: Watched) -> None:
    watched.search()
    method = watched.session.snapshot().watch.run.method
    watched.press("inside")
    assert watched.session.lab.current.method == method
