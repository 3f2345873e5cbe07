"""The race view: choosing lanes and rules, running, and every size of the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.play.playing import Playing
from puzzler.game.race.state import RaceLane, RacePhase, lane_names
from puzzler.game.watch.watching import Watching
from puzzler.progress import BuildProgress
from puzzler.search.method import Method
from puzzler.search.options import LimitKind, Ties
from puzzler.search.report.comparison import Entry, as_csv, as_text
from puzzler.search.report.texts import line_text
from puzzler.search.report.winning import WinningRule
from puzzler.search.result import Outcome, SearchResult
from puzzler.solver.race.race_rules import MAX_LANES, LaneState, Pace, RaceRules
from puzzler.window.common import search_plot
from puzzler.window.common.views import PLAY, RACE
from puzzler.window.race import results
from puzzler.window.race.lanes import Lanes, lane_figures, open_share, state_text
from puzzler.window.race.view import LANES as LANES_TAB
from puzzler.window.race.view import TABLE, chosen_tab, format_moment, offered_tabs
from puzzler.window.toolkit.labels import Meter
from puzzler.window.toolkit.paint import Face
from tests.window.conftest import Opener
from tests.window.layout import FEW_SIZES, check_layout
from tests.window.race.conftest import CTRL, FAR, LANES, SHIFT, START, OpenRace, RaceWindow


def tab(race: RaceWindow) -> str:
    return chosen_tab(race.window.app, race.state)


# ---- Opening and closing --------------------------------------------------------------------


def test_a_key_and_the_switch_open_the_race_and_escape_closes_it(
    race: RaceWindow, open_board: Opener
) -> None:
    window = race.window
    assert window.screen.view.name == RACE and str(race.racing.problem.start) == START
    race.racing.set_rate(1)
    window.click_on("race-start")
    assert race.state.is_running
    window.key(pygame.K_ESCAPE)  # a running race is paused first
    window.wait_for(lambda: race.racing.is_paused)
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY and isinstance(window.session.activity, Playing)
    assert str(window.session.snapshot().play.board) == START


# ---- Choosing --------------------------------------------------------------------------------


def test_lanes_can_be_added_and_removed(open_race: OpenRace) -> None:
    race = open_race(*LANES[:2])
    window, racing = race.window, race.racing
    assert not race.window.has((("lane", 2), "algorithm"))
    assert not window.find((("lane", 0), "remove")).is_enabled
    window.click_on("add-lane")
    assert len(racing.methods) == 3
    window.key(pygame.K_INSERT)
    assert len(set(racing.methods)) == MAX_LANES and not race.window.has("add-lane")
    window.click_on((("lane", 1), "remove"))
    assert LANES[1] not in racing.methods and race.window.has("add-lane")


def test_each_part_of_a_method_can_be_chosen(race: RaceWindow) -> None:
    window, racing = race.window, race.racing
    window.click_on((("lane", 0), "heuristic"))
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert racing.methods[0].heuristic != "manhattan"
    assert racing.methods[1:] == LANES[1:]
    assert not race.window.has((("lane", 3), "heuristic"))


def test_the_rules_can_be_chosen(race: RaceWindow) -> None:

    def turn(key: str) -> None:
        race.focus(key)
        race.window.key(pygame.K_DOWN)

    turn("budget")
    assert race.racing.rules == RaceRules(Pace.EXPANSIONS, expansions=100)
    turn("pace")
    turn("budget")
    assert race.racing.rules == RaceRules(Pace.TIME, seconds=0.1)
    turn("winner")
    assert race.racing.rule is WinningRule.FEWEST_EXPANSIONS
    before = race.racing
    race.window.key(pygame.K_ESCAPE)
    race.window.session.boards.new(2, 3)
    race.window.key(pygame.K_3, CTRL)
    turn("budget")
    assert race.racing is not before and race.racing.rules.seconds == 0.5, "of the open race"


def test_a_lane_that_cannot_finish_has_a_warning(open_race: OpenRace) -> None:
    race = open_race(board=FAR)
    assert "trillion" in race.window.find((("lane", 3), "warning")).tip.text
    assert not race.window.has((("lane", 0), "warning"))


def test_the_heads_of_lanes_are_as_high_as_the_highest(open_race: OpenRace) -> None:
    race = open_race(LANES[3], LANES[0])
    heights = []
    for method in (LANES[0], LANES[3]):  # breadth-first search has fewer choices
        race.racing.change_lane(1, method)
        race.window.frame()
        lanes = next(each for each in race.window.elements() if isinstance(each, Lanes))
        assert len({head.rect.height for head in lanes.heads}) == 1
        heights.append(lanes.heads[0].rect.height)
    assert heights[0] > heights[1]


# ---- Running ---------------------------------------------------------------------------------


def test_a_race_is_controlled_by_keyboard(race: RaceWindow) -> None:
    window, racing = race.window, race.racing
    window.key(pygame.K_RIGHT)
    window.wait_for(lambda: race.state.moment == 1)
    window.key(pygame.K_RIGHT, SHIFT)
    window.wait_for(lambda: race.state.moment == 11)
    assert racing.is_paused and "11 expansions per lane" in window.words
    window.key(pygame.K_MINUS)
    assert racing.rate is not None
    racing.set_rate(None)
    if racing.phase is not RacePhase.OVER:
        window.key(pygame.K_SPACE)
    race.finish()
    assert tab(race) == TABLE and "Solved: 7 moves" in " ".join(sorted(window.words))


def test_end_runs_to_the_end_at_full_speed(race: RaceWindow) -> None:
    race.racing.set_rate(1)
    race.window.key(pygame.K_SPACE)
    race.window.key(pygame.K_END)
    assert race.racing.rate is None
    race.window.wait_for(lambda: race.racing.phase is RacePhase.OVER)


def test_one_lane_is_drawn_per_frame(open_race: OpenRace) -> None:
    race = open_race(LANES[3], LANES[3], board=FAR)
    race.racing.set_rate(100)
    race.window.key(pygame.K_SPACE)
    race.window.wait_for(lambda: race.state.moment > 0)
    race.window.frame(2)
    looks, changes = list[object](), list[int]()

    def advance() -> bool:
        cards = [race.window.find((("lane", place), "bar")) for place in range(2)]
        changes.append(sum(one is not other for one, other in zip(cards, looks, strict=False)))
        looks[:] = cards
        return sum(changes) >= 10

    race.window.wait_for(advance)
    assert max(changes) == 1
    assert len(changes) > 25  # each lane is drawn ten times per second


def test_stop_ends_all_lanes_and_race_again_resets_them(race: RaceWindow) -> None:
    window, racing = race.window, race.racing
    racing.set_rate(1)
    window.key(pygame.K_SPACE)
    window.key(pygame.K_ESCAPE, SHIFT)
    race.finish()
    assert race.window.has("race-again")
    window.key(pygame.K_BACKSPACE)
    assert racing.phase is RacePhase.READY
    window.click_on("race-start")
    window.click_on("race-stop")
    race.finish()
    window.click_on("race-again")
    assert racing.phase is RacePhase.READY and racing.methods == LANES


# ---- Texts ----------------------------------------------------------------------------


def test_each_state_of_a_lane_has_a_text(open_race: OpenRace) -> None:
    state = open_race(LANES[0], LANES[3]).finish().state
    solved = state.lanes[0]
    limited = replace(solved.progress.result, status=Outcome.LIMIT, limit_reached=LimitKind.MEMORY)
    unsolvable = replace(solved.progress.result, status=Outcome.UNSOLVABLE)

    def lane(now: LaneState, **fields: object) -> RaceLane:
        return replace(solved, state=now, progress=replace(solved.progress, state=now, **fields))

    for shown, words in (
        (lane(LaneState.FAILED, failure="no room on the disk"), "Failed: no room on the disk"),
        (lane(LaneState.UNSOLVABLE, result=unsolvable), "Unsolvable"),
        (lane(LaneState.LIMIT, result=limited), "Out of memory"),
        (lane(LaneState.STOPPED, result=None), "Stopped"),
        (replace(lane(LaneState.RUNNING), trouble="no memory"), "Cannot be shown: no memory"),
    ):
        assert state_text(state, shown, None).startswith(words)
    text = line_text(solved.progress.result, 7)
    assert state_text(state, solved, state.entries[0]) == text


def test_bars_are_compared_while_there_is_no_solution(open_race: OpenRace) -> None:
    race = open_race(LANES[0], LANES[3], board=FAR)
    race.go_to(20)
    lanes = race.racing.lanes
    assert all(lane.bar.share is None for lane in lanes)
    shares = [open_share(lane, lanes) for lane in lanes]
    assert shares[1] < shares[0] == 0.75
    assert race.window.find((("lane", 0), "bar")).tip.text.startswith("Lower bound")


# ---- After the race --------------------------------------------------------------------------


def test_the_winner_depends_on_the_chosen_rule(open_race: OpenRace) -> None:
    race = open_race(LANES[0], LANES[3]).finish()
    for rule in WinningRule:
        race.racing.rule = rule
        race.window.frame(2)
        assert race.state.winner.words in race.window.words
        tips = [race.window.find((("lane", place), "state")).tip.text for place in range(2)]
        winners = tuple(place for place in range(2) if tips[place].startswith("The winner."))
        assert winners == race.state.winner.places


def test_the_lanes_show_the_lane_figures_the_race(open_race: OpenRace) -> None:
    race = open_race().finish()
    for lane in race.racing.lanes:
        for _, value, brief in lane_figures(lane):
            assert {value, brief} & race.window.words
        assert (
            f"{lane.place + 1}  {lane.figures.method.title.partition(',')[0]}" in race.window.words
        )


def test_the_track_seeks_moments_of_the_race(open_race: OpenRace) -> None:
    race = open_race().finish()
    window = race.window
    window.key(pygame.K_HOME)
    race.arrive()
    assert [lane.expansions for lane in race.racing.lanes] == [0] * 4
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    race.arrive()
    assert [lane.expansions for lane in race.racing.lanes] == [2] * 4
    assert f"2 of {race.state.timeline.end:,}" in window.words
    window.key(pygame.K_END)
    race.arrive()
    assert race.state.moment == race.state.timeline.end
    track = window.find("track")
    window.click((track.left_of(5), track.rect.centery))
    race.arrive()
    assert race.state.moment == 5


# ---- Plot ------------------------------------------------------------------------------------


def open_plot(race: RaceWindow):  # type: ignore[no-untyped-def]  # the plot of its tab
    race.window.key(pygame.K_LEFTBRACKET)
    race.window.frame(5)
    return race.window.find("race charts")


def test_the_plot_has_a_curve_per_lane_and_can_be_clicked_and_saved(
    open_race: OpenRace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_plot, "results_folder", lambda: tmp_path)
    race = open_race().finish()
    open_plot(race)
    figure = race.window.find(results.FIGURE)
    figure.choose(next(i for i, o in enumerate(figure.options) if o.text == "g"))
    race.window.frame(5)
    charts = race.window.find("race charts")
    (chart,) = charts.charts
    names = {series.name for series in chart.series}
    assert names == {"1 A*", "2 IDA*", "3 Greedy best-first", "4 Breadth-first"}
    race.window.click(charts.rect.center)
    race.arrive()
    assert 0 < race.state.moment < race.state.timeline.end
    assert race.window.find("race charts").cursor.x == race.state.moment
    race.window.click_on("save plot picture")
    race.window.wait()
    race.window.click_on("save plot table")
    race.window.wait()
    assert sorted(file.suffix for file in tmp_path.iterdir()) == [".csv", ".png"]


def test_a_race_of_time_has_a_playhead_for_each_lane_and_counts_seconds(
    open_race: OpenRace,
) -> None:
    race = open_race(rules=RaceRules(Pace.TIME)).finish()
    open_plot(race)
    end = race.state.timeline.end
    for share in (0.0, 1 / 3, 1.0):
        race.racing.seek(end * share)
        race.arrive()
        cursor = race.window.find("race charts").cursor
        at = [lane.expansions for lane in race.racing.lanes]
        assert cursor.x is None
        assert cursor.heads == tuple(zip(lane_names(race.state.methods), at, strict=True))
        assert any(f"of {format_moment(Pace.TIME, end)}" in x for x in race.window.words)
    assert all(lane.state is LaneState.SOLVED for lane in race.racing.lanes)
    race.window.click(race.window.find("race charts").rect.center)
    race.arrive()
    assert 0 < race.state.moment < end


# ---- Table -----------------------------------------------------------------------------------


def test_the_table_is_sorted_copied_and_saved(
    open_race: OpenRace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_plot, "results_folder", lambda: tmp_path)
    race = open_race().finish()
    for is_down in (False, True):
        shown = race.window.find(results.ROWS)
        places = shown.places(race.window.app.ui)
        at, place = next(
            (at, rect) for at, (column, rect) in enumerate(places) if column.name == "expanded"
        )
        race.window.click(place.center)
        rows = race.window.find(results.ROWS).rows
        counts = [int(rows.row(index)[at].replace(",", "")) for index in range(len(LANES))]
        assert counts == sorted(counts, reverse=is_down)
    rows = sorted(race.state.entries, key=lambda entry: -entry.result.stats.expanded)
    race.window.click_on("copy rows")
    assert race.window.clipboard.text == as_text(rows)
    race.window.click_on("save rows")
    race.window.wait()
    (file,) = tmp_path.glob("*.csv")
    assert file.read_text(encoding="utf-8") == as_csv(rows)


def test_the_table_shows_complete_names_of_methods(open_race: OpenRace) -> None:
    weighted = Method("astar", "manhattan+misplaced", weight=1.5)
    tied = Method("astar", "linear-conflict", weight=2, ties=Ties.HIGH_G)
    race = open_race(weighted, tied).finish()
    window = race.window
    _, place = window.find(results.ROWS).places(window.app.ui)[0]
    for number, method in enumerate((weighted, tied), 1):
        text = f"{number}  {method.title}"
        size = window.app.painter.type_size(13.5)
        assert window.app.painter.text_width(text, Face.FIGURES, size) <= place.width


def test_b_star_and_bars_are_shown_only_if_they_are_comparable(open_race: OpenRace) -> None:
    race = open_race(LANES[0], LANES[2], board="8 6 7/2 5 4/3 0 1").finish()
    entries = race.state.entries
    assert entries[0].result.length < entries[1].result.length
    assert "branching" not in [each.name for each in results.comparable_columns(entries)]
    assert results.comparable_columns(entries[:1]) == list(results.COLUMNS)
    assert not any(isinstance(element, Meter) for element in race.window.elements())


def test_a_row_plays_its_solution(open_race: OpenRace) -> None:
    race = open_race().finish()
    race.focus(results.ROWS)
    race.window.key(pygame.K_DOWN)
    race.window.key(pygame.K_RETURN)
    assert race.window.app.ui.is_covered
    race.window.key(pygame.K_RETURN)
    assert isinstance(race.window.session.activity, Watching)
    race.window.wait_for(lambda: race.window.session.snapshot().play.is_solved, frames=20)


def test_a_row_has_a_complete_text(open_race: OpenRace) -> None:
    race = open_race(size=(480, 360)).finish()
    shown, ui = race.window.find(results.ROWS), race.window.app.ui
    tip = shown.tip_at(ui, shown.cell_rect(ui, 0).center)
    assert "Peak frontier" in tip.text and LANES[0].title in tip.text


def test_a_column_is_as_wide_as_its_widest_text(race: RaceWindow) -> None:
    result = SearchResult(
        status=Outcome.SOLVED,
        start=race.racing.problem.start,
        goal=race.racing.problem.goal,
        algorithm="bfs",
        heuristic="zero",
        weight=1,
    )
    times = [result.stats._replace(elapsed=seconds) for seconds in (1.11, 0.368)]
    entries = tuple(Entry(Method("bfs"), (replace(result, stats=each),)) for each in times)
    columns = results._columns(race.window.app, entries, 42)
    (sample,) = (column.sample for column in columns if column.name == "time")
    assert sample == "368 ms"  # which has as many characters as "1.11 s"


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


# ---- Layout -----------------------------------------------------------


@pytest.mark.parametrize("size", FEW_SIZES)
def test_all_elements_are_inside_and_large_enough(race: RaceWindow) -> None:
    check_layout(race.window)
    race.finish()
    for _ in offered_tabs(race.window.app):
        race.window.key(pygame.K_RIGHTBRACKET)
        race.window.frame(5)
        check_layout(race.window)


def test_a_compact_window_has_the_lanes_in_a_tab(open_race: OpenRace) -> None:
    race = open_race(size=(640, 480)).finish()
    race.window.key(pygame.K_RIGHTBRACKET)
    assert tab(race) == LANES_TAB and race.window.has((("lane", 0), "more"))
    race.window.key(pygame.K_RIGHTBRACKET)
    assert not race.window.has((("lane", 0), "more")) and race.window.has("race charts")


def test_only_a_solved_lane_can_play_its_solution(open_race: OpenRace) -> None:
    race = open_race(LANES[0], LANES[3], board=FAR)
    race.racing.set_rate(1)
    race.window.key(pygame.K_SPACE)
    race.window.key(pygame.K_ESCAPE, SHIFT)
    race.finish()
    race.focus(results.ROWS)
    race.window.key(pygame.K_DOWN)
    race.window.key(pygame.K_RETURN)
    assert [item.text for item in race.window.menu.items] == ["Open in Lab"]


def test_the_progress_of_tables_is_the_state_of_a_lane(open_race: OpenRace) -> None:
    state = open_race(LANES[0], LANES[3]).finish().state
    lane = replace(state.lanes[0], state=LaneState.BUILDING)
    progress = BuildProgress(0.427, "tables")
    text = state_text(replace(state, building=progress), lane, None)
    assert text == "Building tables (first time only): 42 %"


def test_equal_results_have_the_numbers_of_their_lanes(open_race: OpenRace) -> None:
    race = open_race(LANES[3], LANES[3]).finish()
    rows = race.window.find(results.ROWS).rows
    assert [rows.row(index)[0][0] for index in range(2)] == ["1", "2"]
