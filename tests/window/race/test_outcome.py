"""A finished race: its winner, its track, its plot and its table."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.race.state import lane_names
from puzzler.game.watch.watching import Watching
from puzzler.search.comparison import as_csv, as_text
from puzzler.search.winning import Rule
from puzzler.solver.race.progress import LaneState
from puzzler.solver.race.rules import Pace, RaceRules
from puzzler.window.race import plot, table
from puzzler.window.race.words import figures_of, moment_words
from tests.window.race.conftest import LANES, SHIFT, OpenRace, RaceWindow


def test_the_winner_is_found_by_the_rule_that_is_chosen(open_race: OpenRace) -> None:
    race = open_race(LANES[0], LANES[3]).finish()
    for rule in Rule:
        race.racing.rule = rule
        race.window.frame(2)
        assert race.state.winner.words in race.window.words
        tips = [race.window.find((("lane", place), "state")).tip.words for place in range(2)]
        winners = tuple(place for place in range(2) if tips[place].startswith("The winner."))
        assert winners == race.state.winner.places


def test_the_lanes_show_the_figures_of_the_race(open_race: OpenRace) -> None:
    race = open_race().finish()
    for lane in race.racing.lanes:
        for _, value, brief in figures_of(lane):
            assert {value, brief} & race.window.words
        assert f"{lane.place + 1}  {lane.method.title.partition(',')[0]}" in race.window.words


def test_the_track_leads_through_the_race(open_race: OpenRace) -> None:
    race = open_race().finish()
    window = race.window
    window.key(pygame.K_HOME)
    race.arrive()
    assert [lane.expansions for lane in race.racing.lanes] == [0] * 4
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    race.arrive()
    assert [lane.expansions for lane in race.racing.lanes] == [2] * 4
    assert f"2 of {race.state.timeline.end:,} each" in window.words
    window.key(pygame.K_END)
    race.arrive()
    assert race.state.moment == race.state.timeline.end
    track = window.find("track")
    window.click((track.left_of(5), track.rect.centery))
    race.arrive()
    assert race.state.moment == 5


def test_a_race_of_time_has_its_track_in_seconds(open_race: OpenRace) -> None:
    race = open_race(rules=RaceRules(Pace.TIME)).finish()
    last = moment_words(Pace.TIME, race.state.timeline.end)
    assert any(f"of {last} each" in words for words in race.window.words)
    race.window.key(pygame.K_HOME)
    race.arrive()
    assert [lane.expansions for lane in race.racing.lanes] == [0] * 4
    assert any(words.startswith("0 ms of") for words in race.window.words)
    race.window.key(pygame.K_END)
    race.arrive()
    assert all(lane.state is LaneState.SOLVED for lane in race.racing.lanes)


# ---- Plot ------------------------------------------------------------------------------------


def plotted(race: RaceWindow):  # type: ignore[no-untyped-def]  # the plot of its tab
    race.window.key(pygame.K_LEFTBRACKET)
    race.window.frame(5)
    return race.window.find("race charts")


def test_the_plot_has_a_curve_for_each_lane_and_leads_there(open_race: OpenRace) -> None:
    race = open_race().finish()
    plotted(race)
    figure = race.window.find(plot.FIGURE)
    figure.choose(next(i for i, o in enumerate(figure.options) if o.words == "g"))
    race.window.frame(5)
    charts = race.window.find("race charts")
    (chart,) = charts.charts
    names = {series.name for series in chart.series}
    assert names == {"1 A*", "2 IDA*", "3 Greedy best-first", "4 Breadth-first"}
    race.window.click(charts.rect.center)
    race.arrive()
    assert 0 < race.state.moment < race.state.timeline.end
    assert race.window.find("race charts").cursor.x == race.state.moment


def test_in_a_race_of_time_each_lane_has_a_playhead(open_race: OpenRace) -> None:
    race = open_race(rules=RaceRules(Pace.TIME)).finish()
    plotted(race)
    for share in (0.0, 1 / 3, 1.0):
        race.racing.seek(race.state.timeline.end * share)
        race.arrive()
        cursor = race.window.find("race charts").cursor
        at = [lane.expansions for lane in race.racing.lanes]
        assert cursor.x is None
        assert cursor.heads == tuple(zip(lane_names(race.state.methods), at, strict=True))
    race.window.click(race.window.find("race charts").rect.center)
    race.arrive()
    assert 0 < race.state.moment < race.state.timeline.end


def test_picture_and_samples_of_the_plot_are_saved(
    open_race: OpenRace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plot, "results_folder", lambda: tmp_path)
    race = open_race().finish()
    plotted(race)
    race.window.click_on("save race picture")
    race.window.click_on("save race samples")
    assert sorted(file.suffix for file in tmp_path.iterdir()) == [".csv", ".png"]


# ---- Table -----------------------------------------------------------------------------------


def expanded(race: RaceWindow) -> list[int]:
    """The figures of that column, from top to bottom."""
    shown = race.window.find(table.ROWS)
    names = [column.name for column in shown.table_columns]
    rows = [shown.rows.row(index) for index in range(shown.count)]
    return [int(row[names.index("expanded")].replace(",", "")) for row in rows]


def click_expanded(race: RaceWindow) -> None:
    shown = race.window.find(table.ROWS)
    places = shown.places(race.window.app.ui)
    race.window.click(next(rect for column, rect in places if column.name == "expanded").center)


def test_the_table_is_sorted_copied_and_saved(
    open_race: OpenRace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "results_folder", lambda: tmp_path)
    race = open_race().finish()
    click_expanded(race)
    assert expanded(race) == sorted(expanded(race))
    click_expanded(race)
    assert expanded(race) == sorted(expanded(race), reverse=True)
    rows = sorted(race.state.entries, key=lambda entry: -entry.result.stats.expanded)
    race.window.click_on("copy race")
    assert race.window.clipboard.text == as_text(rows)
    race.window.click_on("save race")
    (file,) = tmp_path.glob("*.csv")
    assert file.read_text(encoding="utf-8") == as_csv(rows)


def test_the_table_is_sorted_by_keyboard(open_race: OpenRace) -> None:
    race = open_race().finish()
    race.focus(table.ROWS)
    for _ in range(4):
        race.window.key(pygame.K_RIGHT)
    assert expanded(race) == sorted(expanded(race))
    race.window.key(pygame.K_RIGHT, SHIFT)
    assert expanded(race) == sorted(expanded(race), reverse=True)


def test_a_row_plays_its_answer(open_race: OpenRace) -> None:
    race = open_race().finish()
    race.focus(table.ROWS)
    race.window.key(pygame.K_DOWN)
    race.window.key(pygame.K_RETURN)
    assert race.window.app.ui.is_covered
    race.window.key(pygame.K_RETURN)
    assert isinstance(race.window.session.activity, Watching)
    race.window.wait_for(lambda: race.window.session.snapshot().play.is_solved)


def test_a_row_says_all_of_it(open_race: OpenRace) -> None:
    race = open_race(size=(480, 360)).finish()
    shown, ui = race.window.find(table.ROWS), race.window.app.ui
    tip = shown.tip_at(ui, shown.cell_rect(ui, 0).center)
    assert "Peak frontier" in tip.words and LANES[0].title in tip.words


def test_a_lane_is_opened_in_the_lab_by_mouse(open_race: OpenRace) -> None:
    race = open_race().finish()
    window = race.window
    window.click_on((("lane", 1), "more"))
    menu = window.find("menu")
    window.click(menu.cell_rect(window.app.ui, 1).center)
    assert isinstance(window.session.activity, Inspecting)
    shown = window.session.snapshot()
    assert shown.lab.method.title == LANES[1].title
    assert shown.lab.problem.start == shown.play.board
