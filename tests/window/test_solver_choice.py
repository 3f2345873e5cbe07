"""Choosing how the window searches; what a search says of itself, and under whose name."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from puzzler.board import Move
from puzzler.game.play.settings import Settings
from puzzler.humanize import sentence
from puzzler.search.method import Method
from puzzler.search.registry import ALGORITHMS, HEURISTICS
from puzzler.steps import BuildProgress
from puzzler.window.toolkit.cells import List
from tests.window.conftest import SCENARIO, Watched


def chosen(watched: Watched) -> Method:
    watched.tick()
    return watched.session.snapshot().watch.method


def test_keys_and_clicks_choose(watched: Watched) -> None:
    assert chosen(watched) == Method("astar", "manhattan+misplaced")
    names, panel = list(ALGORITHMS), watched.solver_panel
    assert watched.session.settings.is_automatic
    panel.algorithm.key(pygame.K_RIGHT)
    assert chosen(watched) == Method.shortest(3, 3) and watched.session.settings.shortest
    for name in names:
        panel.algorithm.key(pygame.K_RIGHT)
        assert chosen(watched).algorithm == name and not watched.session.settings.shortest
    panel.algorithm.key(pygame.K_LEFT)
    assert chosen(watched).algorithm == names[-2]
    panel.algorithm.on_choose("astar")
    assert chosen(watched) == Method("astar", "manhattan+misplaced")
    panel.heuristic.release(panel.heuristic.rect.midright[0:2])
    assert chosen(watched).heuristic == "manhattan+misplaced"  # just outside of it
    panel.heuristic.release((panel.heuristic.rect.left + 3, panel.heuristic.rect.centery))
    heuristics = list(HEURISTICS)
    before = heuristics[heuristics.index("manhattan+misplaced") - 1]
    assert chosen(watched).heuristic == before
    panel.weight.key(pygame.K_RIGHT)
    assert chosen(watched).weight == 1.5


def test_an_algorithm_comes_with_its_own_heuristic_unless_one_was_chosen(watched: Watched) -> None:
    panel = watched.solver_panel
    panel.algorithm.on_choose("anytime")
    assert chosen(watched) == Method("anytime", "learned")
    panel.algorithm.on_choose("astar")
    assert chosen(watched) == Method("astar", "manhattan+misplaced")
    panel.heuristic.on_choose("manhattan")
    panel.algorithm.on_choose("anytime")
    assert chosen(watched) == Method("anytime", "manhattan")


def test_a_list_says_one_line_on_each(watched: Watched) -> None:
    watched.tick()
    panel, desk = watched.solver_panel, watched.screen.desk
    for chooser, entries in ((panel.algorithm, ALGORITHMS), (panel.heuristic, HEURISTICS)):
        chooser.release(chooser.rect.center)
        menu = desk.ui.find("menu")
        assert isinstance(menu, List)
        rows = menu.items[-len(entries) :]
        assert [(row.words, row.detail) for row in rows] == [
            (sentence(entry.title), sentence(entry.summary)) for entry in entries.values()
        ]
        assert menu.current is not None
        assert chooser._words().startswith(menu.items[menu.current].words)
        menu.key_down(desk.ui, pygame.K_HOME, 0)
        watched.screen.handle(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode=""))
        assert not desk.is_covered
        assert panel.tip(chooser.name) is not None
        watched.session.settings = Settings()
        watched.tick()


def test_shortest_picks_by_itself_and_is_searched_with(watched: Watched) -> None:
    watched.solver_panel.algorithm.on_choose("")
    assert chosen(watched) == Method.shortest(2, 2)
    assert not watched.solver_panel.heuristic.is_enabled
    assert not watched.solver_panel.weight.is_enabled


def test_every_part_can_be_drawn_whatever_is_chosen(watched: Watched) -> None:
    surface = pygame.display.get_surface()
    for _ in range(len(ALGORITHMS)):
        watched.solver_panel.algorithm.key(pygame.K_RIGHT)
        watched.search()
        for part in watched.screen.parts():
            part.draw(surface)
        watched.session.undo()
        watched.tick()


def test_labels_stand_on_the_tiles(watched: Watched) -> None:
    watched.tick()
    tiles = {
        part.key[1]: part.look[0].skin.words(part.key[1])
        for part in watched.screen.parts()
        if part.key[0] == "tile"
    }
    assert tiles == {1: "A", 2: "B", 3: "C"}


def test_building_is_told(watched: Watched) -> None:
    watched.session.watch.start()
    for done, words in (
        (0.42, "Building tables, first time only: 42 %"),
        (0.999, "Building tables, first time only: 99 %"),
        # what is left then, such as writing them to the disk, has no share to show
        (1.0, "Tables built, search starting"),
    ):
        watched.solver.last.building = BuildProgress(done, "tables")
        watched.tick()
        assert watched.words("figures")["search"][0] == words


def test_figures_bear_the_name_of_their_method_whatever_is_chosen_meanwhile(
    watched: Watched,
) -> None:
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.show(SCENARIO.start, 42)
    latest = watched.solver.last.latest
    watched.solver.last.latest = replace(latest, stats=replace(latest.stats, elapsed=1.0))
    title = "A*, misplaced + Manhattan"
    for algorithm in ("bfs", "idastar"):
        watched.screen.desk.set(algorithm=algorithm)
        watched.tick(2)
        assert watched.words("figures")["method"][0] == title
        assert watched.words("figures")["expanded"][1] == "42"
        assert watched.words("ghost")["line 0"][0].startswith("By A*")
    watched.solver.last.find((Move.RIGHT,))
    watched.finish()
    assert watched.words("figures")["method"][0] == title
    assert watched.finished.list.items[0].words == title
    track = next(panel for panel in watched.screen.room.panels if panel.name == "transport")
    assert track.tip("track").words.startswith(f"The answer of {title}. ")


def test_a_paused_search_is_called_paused_and_its_time_is_shown(watched: Watched) -> None:
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.show(SCENARIO.start, 42)
    watched.tick()
    assert watched.words("figures")["search"][0] == "Searching"
    watched.session.toggle_pause()
    watched.tick(2)
    assert watched.words("figures")["search"][0] == "Paused"
    assert "time" in watched.words("figures")


def test_a_pause_is_told_in_the_last_frame_before_the_window_rests(watched: Watched) -> None:
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.show(SCENARIO.start, 42)
    watched.tick()
    watched.session.toggle_pause()
    watched.solver.last.show(SCENARIO.start, 43, is_paused=True)
    watched.now += 0.01
    watched.screen.tick(watched.now)
    assert not watched.screen.is_moving
    assert watched.words("figures")["search"][0] == "Paused"
    assert watched.words("figures")["expanded"][1] == "43"


def test_figures_that_mean_nothing_are_left_out(watched: Watched) -> None:
    for algorithm, there, left_out in (
        ("astar", {"frontier", "bound"}, set()),
        ("idastar", {"bound"}, {"frontier"}),
        ("bfs", {"frontier"}, {"bound"}),
    ):
        watched.screen.desk.set(algorithm=algorithm)
        watched.search()
        names = set(watched.words("figures"))
        assert there <= names, algorithm
        assert not left_out & names, algorithm
        watched.session.undo()
        watched.tick()


# ---- This board so far -----------------------------------------------------------------------


def two_rows(watched: Watched) -> None:
    watched.search(expanded=42)
    watched.session.undo()
    watched.screen.desk.set(algorithm="bfs")
    watched.search(expanded=7)


def test_finished_searches_are_rows_whose_track_comes_back(watched: Watched) -> None:
    two_rows(watched)
    rows = watched.finished.list
    assert [item.words for item in rows.items] == ["Breadth-first", "A*, misplaced + Manhattan"]
    assert rows.current == 0
    assert "42 states" in rows.items[1].detail
    watched.session.move(watched.session.snapshot().play.board.legal_moves()[0])
    watched.tick()
    assert watched.screen.desk.playback is None
    watched.session.boards.restart()
    watched.tick()
    rows.on_choose(1)
    watched.tick()
    assert watched.screen.desk.playback is not None
    assert rows.current == 1
    assert watched.words("figures")["expanded"][1] == "42"


@pytest.mark.parametrize("count", [1, 2, 3, 9])
def test_however_many_rows_there_are_the_goal_stays_in_sight(watched: Watched, count: int) -> None:
    for _ in range(count):
        watched.search()
        watched.session.undo()
    watched.tick()
    column = next(panel for panel in watched.screen.room.panels if panel.name == "column")
    assert len(watched.finished.list.items) == count
    assert column.viewport.contains(column.cards["goal"])
    watched.session.watch.start()
    watched.tick()
    latest = watched.solver.last
    latest.show(SCENARIO.start, 42)
    latest.latest = replace(latest.latest, stats=replace(latest.latest.stats, elapsed=1.0))
    watched.tick()
    assert "ghost" in column.cards
    assert column.viewport.contains(column.cards["goal"])
    assert watched.finished.again in watched.screen.desk.controls.controls


def test_rows_and_figures_are_made_anew_only_where_they_change(watched: Watched) -> None:
    watched.search()
    rows, figures = watched.session.watch.rows, watched.screen.desk.figures
    parts = list(watched.panel("figures").parts(watched.screen.desk.painter))
    watched.tick(3)
    assert watched.session.watch.rows is rows
    assert watched.screen.desk.figures is figures
    again = list(watched.panel("figures").parts(watched.screen.desk.painter))
    assert all(before is after for before, after in zip(parts, again, strict=True))
    watched.session.undo()
    watched.search()
    assert len(watched.session.watch.rows) == 2


def test_run_again_with_another_method_adds_a_row(watched: Watched) -> None:
    watched.search()
    watched.finished.again.on_press()
    menu = watched.screen.desk.ui.find("menu")
    assert isinstance(menu, List) and menu.on_choose is not None
    menu.on_choose(next(i for i, item in enumerate(menu.items) if item.words == "Breadth-first"))
    watched.tick()
    assert watched.solver.last.method == Method("bfs")
    watched.solver.last.find((Move.RIGHT,))
    watched.finish()
    assert len(watched.finished.list.items) == 2


def test_rows_are_copied_as_text(watched: Watched) -> None:
    two_rows(watched)
    watched.finished._copy.on_press()
    lines = watched.pocket.text.splitlines()
    assert lines[0].startswith("Method\tLength\tWorth")
    assert len(lines) == 3
    assert watched.screen.desk.line == "Copied 2 rows."


def test_rows_are_saved_as_csv_and_it_is_said_where(
    watched: Watched, tmp_path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: tmp_path)
    two_rows(watched)
    for _ in range(2):
        watched.finished._save.on_press()
    files = sorted(tmp_path.glob("puzzler-2x2-*.csv"))
    assert len(files) == 2, "nothing is overwritten"
    assert files[0].read_text().startswith("method,status,board,goal,algorithm,heuristic")
    assert watched.screen.desk.line.startswith(f"Saved {tmp_path}")
    monkeypatch.setattr("platformdirs.user_documents_path", lambda: tmp_path / "none")
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path / "none")
    watched.finished._save.on_press()
    assert watched.screen.desk.line.startswith("Nothing could be saved in")


def test_a_touch_leaves_a_track_that_can_be_resumed(watched: Watched) -> None:
    watched.search()
    desk = watched.screen.desk
    transport = next(panel for panel in watched.screen.room.panels if panel.name == "transport")
    watched.session.undo()
    watched.tick()
    assert watched.session.watch.left is not None
    assert transport.track.is_enabled
    assert transport.track.is_faint
    play = next(control for control in transport.controls if control.name == "pause")
    assert play.is_enabled
    play.on_press()
    watched.tick()
    assert desk.playback is not None
    assert not transport.track.is_faint


def test_all_of_a_row_can_be_read(watched: Watched) -> None:
    two_rows(watched)
    rows, desk = watched.finished.list, watched.screen.desk
    at = rows.rect.centerx, rows.rect.top + rows.row_height() // 2
    desk.controls.handle(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0)))
    tip = watched.finished.tip("rows")
    assert tip is not None
    assert rows.items[0].detail in tip.words


def test_memory_is_a_number_of_a_number(watched: Watched) -> None:
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.show(SCENARIO.start, 42)
    latest = watched.solver.last.latest
    stats = replace(latest.stats, bytes=130_000_000, memory_bytes=2_147_483_648)
    watched.solver.last.latest = replace(latest, stats=stats)
    watched.tick()
    assert watched.words("figures")["memory"][1] == "0.1 of 2.1 GB"
    stats = replace(latest.stats, bytes=7_300_000, memory_bytes=2_147_483_648)
    watched.solver.last.latest = replace(latest, stats=stats)
    watched.tick()
    assert watched.words("figures")["memory"][1] == "7.3 MB of 2.1 GB"
