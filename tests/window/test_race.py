"""The Race: what is seen of searches that race, and where hands and keys lead in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from puzzler.game.lab.inspecting import Inspecting
from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import Settings
from puzzler.game.race.lanes import RaceLane
from puzzler.game.race.state import Phase
from puzzler.game.watch.watching import Watching
from puzzler.search.comparison import as_csv, as_text
from puzzler.search.method import Method
from puzzler.search.options import LimitKind
from puzzler.search.result import Outcome
from puzzler.search.winning import Rule
from puzzler.solver.race.progress import LaneState
from puzzler.solver.race.rules import MOST_LANES, Pace, RaceRules
from puzzler.window.common.views import PLAY, RACE
from puzzler.window.panels import race_table
from puzzler.window.race.actions import another_method
from puzzler.window.themes import find_themes
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from puzzler.window.widgets.spot import Spot
from puzzler.window.window import RACE_LANES, RACE_PLOT, RACE_TABLE
from tests.window.conftest import Opener, Window

SIZES = [(480, 360), (640, 480), (600, 900), (1024, 768), (1280, 800), (1920, 1080)]
CTRL, SHIFT = pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
START = "4 2 0/5 1 3"
"""Seven moves from the goal."""
LANES = (
    Method("astar", "manhattan"),
    Method("idastar", "manhattan"),
    Method("greedy", "manhattan"),
    Method("bfs"),
)


def raced(open_board: Opener, *methods: Method, board: str = START, **more: object) -> Window:
    """A window with a race of those methods that has not begun."""
    window = open_board(board, **more)
    window.key(pygame.K_3, CTRL)
    racing = window.desk.racing
    racing.set_methods(methods or LANES)
    racing.set_rules(RaceRules())
    racing.set_rate(None)
    window.frame(2)
    return window


def finish(window: Window) -> Window:
    """Let it run to its end."""
    racing = window.desk.racing
    if racing.phase is Phase.READY:
        window.key(pygame.K_SPACE)
    window.wait_for(lambda: racing.phase is Phase.OVER)
    window.wait_for(lambda: not racing.is_busy)
    window.settle()
    return window


def names(window: Window) -> list[str]:
    """Of the controls that are there."""
    return [control.name for control in window.desk.controls.controls]


def arrive(window: Window) -> None:
    """Until all lanes stand where they were asked to."""
    window.wait_for(lambda: not window.desk.racing.state().is_seeking)
    window.frame(2)


# ---- Going there and back --------------------------------------------------------------------


def test_a_key_leads_to_the_race_and_escape_back(open_board: Opener) -> None:
    window = raced(open_board)
    assert window.screen.view.name == RACE
    assert str(window.desk.racing.problem.start) == START
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY
    assert isinstance(window.session.activity, Playing)
    assert str(window.session.snapshot().play.board) == START


def test_the_switch_leads_there_by_mouse(open_board: Opener) -> None:
    window = open_board(START)
    switch = window.control("view")
    place = next(
        rect
        for (name, _), rect in zip(switch.options, switch.segments(), strict=True)
        if name == RACE
    )
    window.click(place.center)
    assert window.screen.view.name == RACE


def test_escape_pauses_what_runs_before_it_leads_back(open_board: Opener) -> None:
    window = raced(open_board)
    window.desk.racing.set_rate(1)
    window.click_control("race-start")
    assert window.desk.racing.state().is_running
    window.key(pygame.K_ESCAPE)
    window.wait_for(lambda: window.desk.racing.is_paused)
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY


# ---- Choosing --------------------------------------------------------------------------------


def test_lanes_are_added_and_taken_out(open_board: Opener) -> None:
    window = raced(open_board, *LANES[:2])
    assert "lane 3 algorithm" not in names(window)
    assert not window.control("lane 1 remove").is_enabled
    window.click_control("add-lane")
    assert len(window.desk.racing.methods) == 3
    window.key(pygame.K_INSERT)
    assert len(window.desk.racing.methods) == MOST_LANES
    assert "add-lane" not in names(window)
    assert len(set(window.desk.racing.methods)) == MOST_LANES
    window.click_control("lane 2 remove")
    assert LANES[1] not in window.desk.racing.methods
    assert "add-lane" in names(window)


def test_a_new_lane_is_another_one() -> None:
    assert another_method(LANES) not in LANES
    assert another_method(LANES[:1]) != LANES[0]


def test_each_part_of_a_method_can_be_chosen(open_board: Opener) -> None:
    window = raced(open_board)
    window.click_control("lane 1 heuristic")
    assert window.open == ["menu"]
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.desk.racing.methods[0].heuristic != "manhattan"
    for part in ("weight", "order", "ties"):
        before = window.desk.racing.methods[0]
        window.desk.controls.focus(window.control(f"lane 1 {part}"))
        window.key(pygame.K_DOWN)
        assert window.desk.racing.methods[0] != before
    assert window.desk.racing.methods[1:] == LANES[1:]
    assert "lane 4 heuristic" not in names(window)


def test_the_rules_can_be_chosen(open_board: Opener) -> None:
    window = raced(open_board)
    window.desk.controls.focus(window.control("budget"))
    window.key(pygame.K_DOWN)
    assert window.desk.racing.rules == RaceRules(Pace.EXPANSIONS, expansions=100)
    window.desk.controls.focus(window.control("pace"))
    window.key(pygame.K_DOWN)
    window.desk.controls.focus(window.control("budget"))
    window.key(pygame.K_DOWN)
    assert window.desk.racing.rules == RaceRules(Pace.TIME, seconds=0.1)
    window.desk.controls.focus(window.control("winner"))
    window.key(pygame.K_DOWN)
    assert window.desk.racing.rule is Rule.SHORTEST_ANSWER


def test_what_will_not_end_is_said_in_its_lane(open_board: Opener) -> None:
    window = raced(open_board, *LANES, board="5 2 4 8/10 0 3 14/13 6 11 12/1 15 9 7")
    assert "lane 4 warning" in names(window)
    assert "lane 1 warning" not in names(window)
    assert "trillion" in window.screen.room.panels[3].tip("lane 4 warning").words


# ---- Running ---------------------------------------------------------------------------------


def test_it_runs_pauses_steps_and_ends_by_keyboard(open_board: Opener) -> None:
    window = raced(open_board)
    racing = window.desk.racing
    window.key(pygame.K_RIGHT)
    window.wait_for(lambda: racing.state().moment == 1)
    window.key(pygame.K_RIGHT, SHIFT)
    window.wait_for(lambda: racing.state().moment == 11)
    assert racing.is_paused
    assert "11 each" in window.words
    window.key(pygame.K_MINUS)
    assert racing.rate is not None
    racing.set_rate(None)
    finish(window) if racing.phase is Phase.OVER else window.key(pygame.K_SPACE)
    finish(window)
    assert window.desk.race_tab == RACE_TABLE


def test_the_table_is_in_its_place_in_the_very_frame_in_which_the_race_ends(
    open_board: Opener,
) -> None:
    window = raced(open_board)
    window.key(pygame.K_SPACE)
    window.wait_for(lambda: window.desk.racing.phase is Phase.OVER)
    assert window.desk.race_tab == RACE_TABLE
    table = window.control("race rows")
    assert window.screen.room.panels[4].body.contains(table.rect)
    assert "7 moves" in " ".join(sorted(window.words))


def test_one_lane_is_stopped_and_the_others_go_on(open_board: Opener) -> None:
    window = raced(open_board)
    racing = window.desk.racing
    window.key(pygame.K_RIGHT)
    window.wait_for(lambda: racing.state().moment == 1)
    window.click_control("lane 4 stop")
    window.key(pygame.K_SPACE)
    finish(window)
    states = [lane.state for lane in racing.lanes]
    assert states == [LaneState.SOLVED] * 3 + [LaneState.STOPPED]
    assert "Stopped" in window.words


def test_stop_ends_all_lanes(open_board: Opener) -> None:
    window = raced(open_board)
    window.desk.racing.set_rate(1)
    window.key(pygame.K_SPACE)
    window.key(pygame.K_ESCAPE, SHIFT)
    finish(window)
    assert "race-again" in names(window)
    window.key(pygame.K_BACKSPACE)
    assert window.desk.racing.phase is Phase.READY
    window.click_control("race-start")
    window.click_control("race-stop")
    finish(window)
    window.click_control("race-again")
    assert window.desk.racing.phase is Phase.READY
    assert window.desk.racing.methods == LANES


def test_a_budget_ends_a_lane_and_it_says_so(open_board: Opener) -> None:
    window = raced(open_board, LANES[0], LANES[3])
    window.desk.racing.set_rules(RaceRules(expansions=12))
    finish(window)
    assert [lane.state for lane in window.desk.racing.lanes][1] is LaneState.LIMIT
    assert "Limit of expanded states reached" in " ".join(sorted(window.words))


# ---- Its end ---------------------------------------------------------------------------------


def test_the_winner_is_said_by_the_rule_that_is_chosen(open_board: Opener) -> None:
    window = finish(raced(open_board, LANES[0], LANES[3]))
    racing = window.desk.racing
    for rule in Rule:
        racing.rule = rule
        window.frame(2)
        assert racing.state().winner.words in window.words
        winners = [lane.number for lane in _cards(window) if lane.is_winner]
        assert winners == list(racing.state().winner.places)


def _cards(window: Window):  # type: ignore[no-untyped-def]  # the cards of the lanes that are there
    lanes = next(p for p in window.screen.room.panels if p.name == "race lanes")
    return lanes.lanes[: len(window.desk.racing.methods)]


def test_the_lanes_show_what_the_race_says(open_board: Opener) -> None:
    window = finish(raced(open_board))
    for card, lane in zip(_cards(window), window.desk.racing.lanes, strict=True):
        assert card.shown.stats == lane.stats
        assert f"{lane.stats.expanded:,}" in [value for _, value, _ in figures_of(card.shown)]
        assert "7 moves" in card.state_words or lane.method.algorithm == "greedy"


def test_the_track_leads_through_the_finished_race(open_board: Opener) -> None:
    window = finish(raced(open_board))
    racing = window.desk.racing
    window.key(pygame.K_HOME)
    arrive(window)
    assert racing.state().moment == 0
    assert all(lane.expansions == 0 for lane in racing.lanes)
    window.key(pygame.K_RIGHT)
    window.key(pygame.K_RIGHT)
    arrive(window)
    assert [lane.expansions for lane in racing.lanes] == [2] * 4
    assert all(card.shown.expansions == 2 for card in _cards(window))
    window.key(pygame.K_END)
    arrive(window)
    assert racing.state().moment == racing.state().timeline.end
    track = window.control("track")
    window.click((track.left_of(5), track.rect.centery))
    arrive(window)
    assert 0 < racing.state().moment < racing.state().timeline.end


def test_a_race_of_time_has_its_track_in_seconds(open_board: Opener) -> None:
    window = raced(open_board)
    racing = window.desk.racing
    racing.set_rules(RaceRules(Pace.TIME))
    finish(window)
    last = moment_words(Pace.TIME, racing.state().timeline.end)
    assert any(f"of {last} each" in words for words in window.words)
    window.key(pygame.K_HOME)
    arrive(window)
    assert all(lane.expansions == 0 for lane in racing.lanes)
    assert any(words.startswith("0 ms of") for words in window.words)
    window.key(pygame.K_END)
    arrive(window)
    assert all(lane.state is LaneState.SOLVED for lane in racing.lanes)


def test_the_plot_has_a_curve_for_each_lane_and_leads_there(open_board: Opener) -> None:
    window = finish(raced(open_board))
    window.key(pygame.K_LEFTBRACKET)
    window.frame(20)
    assert window.desk.race_tab == RACE_PLOT
    plot = window.control("race charts")
    window.desk.race_figure = next(f for f, words in _figures(window) if words == "g")
    window.frame(20)
    owners = {curve.owner for curve in plot.shown.curves}
    assert owners == {"1 A*", "2 IDA*", "3 Greedy best-first", "4 Breadth-first"}
    window.click(plot.rect.center)
    arrive(window)
    assert 0 < window.desk.racing.state().moment < window.desk.racing.state().timeline.end


def test_in_a_race_of_time_each_lane_has_a_playhead_of_its_own(open_board: Opener) -> None:
    window = raced(open_board)
    racing = window.desk.racing
    racing.set_rules(RaceRules(Pace.TIME))
    finish(window)
    window.key(pygame.K_LEFTBRACKET)
    window.frame(20)
    plot = window.control("race charts")
    for moment in (0.0, racing.state().timeline.end / 3, racing.state().timeline.end):
        racing.seek(moment)
        arrive(window)
        at = [lane.expansions for lane in racing.lanes]
        assert plot.position is None and plot.heads == dict(
            zip(racing.state().names, at, strict=True)
        )
    window.click(plot.rect.center)
    arrive(window)
    assert 0 < racing.state().moment < racing.state().timeline.end


def _figures(window: Window):  # type: ignore[no-untyped-def]  # the options of the choice
    return window.control("race figure").options


def test_the_table_is_sorted_copied_and_saved(
    open_board: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(race_table, "results_folder", lambda: tmp_path)
    window = finish(raced(open_board))
    table, entries = window.control("race rows"), window.desk.racing.state().entries
    place = next(rect for column, rect in table.places() if column.name == "expanded")
    window.click(place.center)
    fewest = [entry.result.stats.expanded for entry in _rows(window)]
    assert fewest == sorted(fewest)
    window.click(place.center)
    assert [entry.result.stats.expanded for entry in _rows(window)] == fewest[::-1]
    window.click_control("copy race")
    assert window.clipboard.text == as_text(_rows(window))
    window.click_control("save race")
    (file,) = tmp_path.glob("*.csv")
    assert file.read_text(encoding="utf-8") == as_csv(_rows(window))
    assert set(_rows(window)) == set(entries)


def test_the_table_is_sorted_by_keyboard(open_board: Opener) -> None:
    window = finish(raced(open_board))
    table = window.control("race rows")
    window.desk.controls.focus(table)
    for _ in range(4):
        window.key(pygame.K_RIGHT)
    assert table.order.column == "expanded"
    fewest = [entry.result.stats.expanded for entry in _rows(window)]
    assert fewest == sorted(fewest)
    window.key(pygame.K_RIGHT, SHIFT)
    assert [entry.result.stats.expanded for entry in _rows(window)] == fewest[::-1]


def _rows(window: Window):  # type: ignore[no-untyped-def]  # the entries in the order of the table
    tabs = next(p for p in window.screen.room.panels if p.name == "race tabs")
    return tabs.panel._rows


def test_a_row_plays_its_answer(open_board: Opener) -> None:
    window = finish(raced(open_board))
    window.desk.controls.focus(window.control("race rows"))
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert window.open == ["menu"]
    window.key(pygame.K_RETURN)
    assert isinstance(window.session.activity, Watching)
    window.wait_for(lambda: window.session.snapshot().play.is_solved)


def test_a_lane_is_opened_in_the_lab_by_mouse(open_board: Opener) -> None:
    window = finish(raced(open_board))
    window.click_control("lane 2 more")
    at = window.menu.rect.centerx, window.menu.rect.bottom - 12
    window.click(at)
    assert isinstance(window.session.activity, Inspecting)
    assert window.desk.inspecting.method.title == LANES[1].title
    assert window.desk.inspecting.problem.start == window.session.snapshot().play.board


# ---- At every size, in every theme -----------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_everything_is_in_the_window_and_large_enough(
    open_board: Opener, size: tuple[int, int]
) -> None:
    window = raced(open_board, size=size)
    _check_places(window, size)
    finish(window)
    for tab in window.desk.race_tabs:
        window.desk.race_tab = tab
        window.frame(5)
        assert window.desk.race_tab == tab
        _check_places(window, size)


def _check_places(window: Window, size: tuple[int, int]) -> None:
    for control in window.desk.controls.controls:
        rect = control.rect
        assert pygame.Rect((0, 0), size).contains(rect), control.name
        if not isinstance(control, Spot) and control.name != "verdict":
            assert min(rect.size) >= SMALLEST_TARGET, control.name


@pytest.mark.parametrize("theme", find_themes())
def test_every_theme_can_be_drawn(open_board: Opener, theme: str) -> None:
    window = finish(raced(open_board, settings=Settings(theme=theme)))
    window.desk.race_tab = RACE_PLOT
    window.frame(10)
    assert "1  A*" in window.words


def test_tab_walks_over_every_control(open_board: Opener) -> None:
    window = raced(open_board)
    for _ in range(2):
        usable = [c.name for c in window.desk.controls.controls if c.is_enabled]
        seen = set()
        window.desk.controls.focus(None)
        for _ in usable:
            window.key(pygame.K_TAB)
            seen.add(window.desk.controls.focused.name)
        assert seen == set(usable)
        finish(window)


def test_a_compact_window_has_the_lanes_in_a_tab(open_board: Opener) -> None:
    window = finish(raced(open_board, size=(640, 480)))
    window.key(pygame.K_RIGHTBRACKET)
    assert window.desk.race_tab == RACE_LANES
    assert "lane 1 more" in names(window)
    window.key(pygame.K_RIGHTBRACKET)
    assert "lane 1 more" not in names(window)
    assert "race charts" in names(window)


# ---- What is said ----------------------------------------------------------------------------


def lane_of(window: Window, state: LaneState, **told: object) -> RaceLane:
    """The first lane, as if it stood so."""
    lane = window.desk.racing.lanes[0]
    return replace(lane, state=state, progress=replace(lane.progress, state=state, **told))


def test_each_state_of_a_lane_is_said(open_board: Opener) -> None:
    window = finish(raced(open_board, LANES[0], LANES[3]))
    racing = window.desk.racing
    result = racing.lanes[0].progress.result
    limited = replace(result, status=Outcome.LIMIT, limit_reached=LimitKind.MEMORY)
    failed = lane_of(window, LaneState.FAILED, failure="no room on the disk")
    assert state_words(racing, failed, None) == "Failed: no room on the disk"
    unsolvable = lane_of(window, LaneState.UNSOLVABLE)
    assert state_words(racing, unsolvable, None) == "Cannot be solved"
    out_of_memory = lane_of(window, LaneState.LIMIT, result=limited)
    assert state_words(racing, out_of_memory, None).startswith("Out of memory")
    assert state_words(racing, lane_of(window, LaneState.STOPPED), None) == "Stopped"
    solved = state_words(racing, racing.lanes[0], racing.state().entries[0])
    assert solved == "7 moves, shortest"


def test_a_long_failure_is_cut_in_its_lane_but_can_be_read(open_board: Opener) -> None:
    window = finish(raced(open_board, size=(640, 480)))
    (card, *_) = _cards(window)
    words = "it broke " * 40
    card.show(card.shown, words, None, is_winner=False)
    card.is_choosing = False
    card.place(window.desk.painter, pygame.Rect(10, 100, 150, 300))
    assert card.state.rect.height < 100
    assert words in card.tip("lane 1 state").words
    list(card.parts(window.desk.painter))


def test_bars_are_compared_while_no_answer_is_known(open_board: Opener) -> None:
    window = raced(open_board, LANES[0], LANES[3], board="5 2 4 8/10 0 3 14/13 6 11 12/1 15 9 7")
    racing = window.desk.racing
    racing.step(20)
    window.wait_for(lambda: racing.state().moment == 20)
    lanes = racing.lanes
    assert all(lane.bar.share is None for lane in lanes)
    shares = [open_share(lane, lanes) for lane in lanes]
    assert max(shares) == 0.75
    assert shares[1] < shares[0]
