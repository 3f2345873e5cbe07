"""The race view: choosing lanes and rules, running, and every size of the window."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from puzzler.game.play.playing import Playing
from puzzler.game.play.settings import Settings
from puzzler.game.race.state import Phase, RaceLane
from puzzler.search.options import LimitKind
from puzzler.search.result import Outcome
from puzzler.search.winning import Rule
from puzzler.solver.race.values import MOST_LANES, LaneState, Pace, RaceRules
from puzzler.window.common.views import PLAY, RACE
from puzzler.window.race.actions import another_method
from puzzler.window.race.view import LANES as LANES_TAB
from puzzler.window.race.view import PLOT, TABLE, chosen_tab, offered_tabs
from puzzler.window.race.words import open_share, state_words
from puzzler.window.themes import find_themes
from puzzler.window.toolkit.element import Control
from puzzler.window.toolkit.layout import Thumb
from puzzler.window.toolkit.paint import SMALLEST_TARGET
from tests.window.conftest import Opener
from tests.window.race.conftest import CTRL, FAR, LANES, SHIFT, START, OpenRace, RaceWindow

SIZES = [(480, 360), (640, 480), (600, 900), (1024, 768), (1280, 800), (1920, 1080)]


def has(race: RaceWindow, key: object) -> bool:
    return race.window.app.ui.find(key) is not None


def controls(race: RaceWindow) -> list[Control]:
    targets = race.window.app.ui.top.frame.targets
    return [t.element for t in targets if isinstance(t.element, Control)]


def tab(race: RaceWindow) -> str:
    return chosen_tab(race.window.app, race.state)


# ---- Going there and back --------------------------------------------------------------------


def test_a_key_and_the_switch_lead_to_the_race_and_escape_back(
    open_race: OpenRace, open_board: Opener
) -> None:
    race = open_race()
    window = race.window
    assert window.screen.view.name == RACE and str(race.racing.problem.start) == START
    race.racing.set_rate(1)
    window.click_on("race-start")
    assert race.state.is_running
    window.key(pygame.K_ESCAPE)  # what runs is paused first
    window.wait_for(lambda: race.racing.is_paused)
    window.key(pygame.K_ESCAPE)
    assert window.screen.view.name == PLAY and isinstance(window.session.activity, Playing)
    assert str(window.session.snapshot().play.board) == START


# ---- Choosing --------------------------------------------------------------------------------


def test_lanes_are_added_and_taken_out(open_race: OpenRace) -> None:
    race = open_race(*LANES[:2])
    window, racing = race.window, race.racing
    assert not has(race, (("lane", 2), "algorithm"))
    assert not window.find((("lane", 0), "remove")).is_enabled
    window.click_on("add-lane")
    assert len(racing.methods) == 3
    window.key(pygame.K_INSERT)
    assert len(set(racing.methods)) == MOST_LANES and not has(race, "add-lane")
    window.click_on((("lane", 1), "remove"))
    assert LANES[1] not in racing.methods and has(race, "add-lane")


def test_a_new_lane_is_another_one() -> None:
    assert another_method(LANES) not in LANES
    assert another_method(LANES[:1]) != LANES[0]


def test_each_part_of_a_method_can_be_chosen(open_race: OpenRace) -> None:
    race = open_race()
    window, racing = race.window, race.racing
    window.click_on((("lane", 0), "heuristic"))
    window.key(pygame.K_DOWN)
    window.key(pygame.K_RETURN)
    assert racing.methods[0].heuristic != "manhattan"
    for part in ("weight", "order", "ties"):
        before = racing.methods[0]
        race.focus((("lane", 0), part))
        window.key(pygame.K_DOWN)
        assert racing.methods[0] != before
    assert racing.methods[1:] == LANES[1:]
    assert not has(race, (("lane", 3), "heuristic"))


def test_the_rules_can_be_chosen(open_race: OpenRace) -> None:
    race = open_race()

    def turn(key: str) -> None:
        race.focus(key)
        race.window.key(pygame.K_DOWN)

    turn("budget")
    assert race.racing.rules == RaceRules(Pace.EXPANSIONS, expansions=100)
    turn("pace")
    turn("budget")
    assert race.racing.rules == RaceRules(Pace.TIME, seconds=0.1)
    turn("winner")
    assert race.racing.rule is Rule.SHORTEST_ANSWER


def test_what_is_chosen_acts_on_the_race_that_is_open(open_race: OpenRace) -> None:
    race = open_race()
    before = race.racing
    race.window.key(pygame.K_ESCAPE)
    race.window.session.boards.new(2, 3)
    race.window.key(pygame.K_3, CTRL)
    assert race.racing is not before
    race.focus("budget")
    race.window.key(pygame.K_DOWN)
    race.window.click_on((("lane", 0), "remove"))
    assert race.racing.rules.expansions == 100 and race.racing.methods == LANES[1:]


def test_a_lane_that_will_not_end_says_so(open_race: OpenRace) -> None:
    race = open_race(board=FAR)
    assert "trillion" in race.window.find((("lane", 3), "warning")).tip.words
    assert not has(race, (("lane", 0), "warning"))


# ---- Running ---------------------------------------------------------------------------------


def test_it_runs_pauses_steps_and_ends_by_keyboard(open_race: OpenRace) -> None:
    race = open_race()
    window, racing = race.window, race.racing
    window.key(pygame.K_RIGHT)
    window.wait_for(lambda: race.state.moment == 1)
    window.key(pygame.K_RIGHT, SHIFT)
    window.wait_for(lambda: race.state.moment == 11)
    assert racing.is_paused and "11 each" in window.words
    window.key(pygame.K_MINUS)
    assert racing.rate is not None
    racing.set_rate(None)
    if racing.phase is not Phase.OVER:
        window.key(pygame.K_SPACE)
    race.finish()
    assert tab(race) == TABLE and "7 moves" in " ".join(sorted(window.words))


def test_while_it_runs_one_lane_changes_in_a_frame(open_race: OpenRace) -> None:
    race = open_race(LANES[3], LANES[3], board=FAR)
    race.racing.set_rate(100)
    race.window.key(pygame.K_SPACE)
    race.window.wait_for(lambda: race.state.moment > 0)
    race.window.frame(2)
    seen, changes = list[object](), list[int]()

    def goes_on() -> bool:
        cards = [race.window.find((("lane", place), "bar")) for place in range(2)]
        changes.append(sum(one is not other for one, other in zip(cards, seen, strict=False)))
        seen[:] = cards
        return sum(changes) >= 10

    race.window.wait_for(goes_on)
    assert max(changes) == 1
    assert len(changes) > 25  # each lane ten times a second


def test_one_lane_is_stopped_and_the_others_go_on(open_race: OpenRace) -> None:
    race = open_race()
    race.go_to(1)
    race.window.click_on((("lane", 3), "stop"))
    race.window.key(pygame.K_SPACE)
    race.finish()
    states = [lane.state for lane in race.racing.lanes]
    assert states == [LaneState.SOLVED] * 3 + [LaneState.STOPPED]
    assert "Stopped" in race.window.words


def test_stop_ends_all_lanes_and_race_again_makes_it_ready(open_race: OpenRace) -> None:
    race = open_race()
    window, racing = race.window, race.racing
    racing.set_rate(1)
    window.key(pygame.K_SPACE)
    window.key(pygame.K_ESCAPE, SHIFT)
    race.finish()
    assert has(race, "race-again")
    window.key(pygame.K_BACKSPACE)
    assert racing.phase is Phase.READY
    window.click_on("race-start")
    window.click_on("race-stop")
    race.finish()
    window.click_on("race-again")
    assert racing.phase is Phase.READY and racing.methods == LANES


def test_a_budget_ends_a_lane_and_it_says_so(open_race: OpenRace) -> None:
    race = open_race(LANES[0], LANES[3], rules=RaceRules(expansions=12)).finish()
    assert race.racing.lanes[1].state is LaneState.LIMIT
    assert "Limit of expanded states reached" in " ".join(sorted(race.window.words))


# ---- What is said ----------------------------------------------------------------------------


def test_each_state_of_a_lane_is_said(open_race: OpenRace) -> None:
    state = open_race(LANES[0], LANES[3]).finish().state
    solved = state.lanes[0]
    limited = replace(solved.progress.result, status=Outcome.LIMIT, limit_reached=LimitKind.MEMORY)

    def lane(now: LaneState, **told: object) -> RaceLane:
        return replace(solved, state=now, progress=replace(solved.progress, state=now, **told))

    for shown, words in (
        (lane(LaneState.FAILED, failure="no room on the disk"), "Failed: no room on the disk"),
        (lane(LaneState.UNSOLVABLE), "Cannot be solved"),
        (lane(LaneState.LIMIT, result=limited), "Out of memory"),
        (lane(LaneState.STOPPED), "Stopped"),
        (replace(lane(LaneState.RUNNING), trouble="no memory"), "Cannot be shown: no memory"),
    ):
        assert state_words(state, shown, None).startswith(words)
    assert state_words(state, solved, state.entries[0]) == "7 moves, shortest"


def test_bars_are_compared_while_no_answer_is_known(open_race: OpenRace) -> None:
    race = open_race(LANES[0], LANES[3], board=FAR)
    race.go_to(20)
    lanes = race.racing.lanes
    assert all(lane.bar.share is None for lane in lanes)
    shares = [open_share(lane, lanes) for lane in lanes]
    assert shares[1] < shares[0] == 0.75
    assert race.window.find((("lane", 0), "bar")).tip.words.startswith("At least")


# ---- At every size, in every theme -----------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
def test_everything_is_in_the_window_and_large_enough(
    open_race: OpenRace, size: tuple[int, int]
) -> None:
    race = open_race(size=size)
    _check_places(race, size)
    race.finish()
    for _ in offered_tabs(race.window.app):
        race.window.key(pygame.K_RIGHTBRACKET)
        race.window.frame(5)
        _check_places(race, size)


def _check_places(race: RaceWindow, size: tuple[int, int]) -> None:
    for control in controls(race):
        assert pygame.Rect((0, 0), size).contains(control.rect), control.key
        if not isinstance(control, Thumb):
            assert min(control.rect.size) >= SMALLEST_TARGET, control.key


@pytest.mark.parametrize("theme", find_themes())
def test_every_theme_can_be_drawn(open_race: OpenRace, theme: str) -> None:
    race = open_race(settings=Settings(theme=theme)).finish()
    race.window.key(pygame.K_LEFTBRACKET)
    race.window.frame(10)
    assert tab(race) == PLOT and "1  A*" in race.window.words


def test_tab_walks_over_every_control(open_race: OpenRace) -> None:
    race = open_race()
    for _ in range(2):
        usable = {c.key for c in controls(race) if c.is_enabled and c.takes_focus}
        race.window.app.ui.focus(None)
        seen = set()
        for _ in usable:
            race.window.key(pygame.K_TAB)
            seen.add(race.window.app.ui.focused)
        assert seen == usable
        race.finish()


def test_a_compact_window_has_the_lanes_in_a_tab(open_race: OpenRace) -> None:
    race = open_race(size=(640, 480)).finish()
    race.window.key(pygame.K_RIGHTBRACKET)
    assert tab(race) == LANES_TAB and has(race, (("lane", 0), "more"))
    race.window.key(pygame.K_RIGHTBRACKET)
    assert not has(race, (("lane", 0), "more")) and has(race, "race charts")
