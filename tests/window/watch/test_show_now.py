"""Show a solution now: the button and its key; limits and warnings in the window."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from puzzler.board import Move
from puzzler.game.core.settings import Settings
from puzzler.game.watch.watching import WatchPhase
from puzzler.search.options import LimitKind
from puzzler.search.result import Outcome
from puzzler.window.watch.actions import KEEP_TRYING, SHOW_NOW
from puzzler.window.watch.figures import ROWS
from tests.window.conftest import SCENARIO, Opener, Watched
from tests.window.layout import FEW_SIZES, check_layout

LARGE = "5 13 11 24 8/1 17 7 16 22/9 12 18 15 23/0 14 19 2 21/20 10 4 6 3"
SMALL_WINDOW, LARGE_WINDOW = (640, 480), (1280, 800)
LONG_SOLUTION = ((Move.UP, Move.RIGHT, Move.DOWN, Move.LEFT) * 3)[:11]
"""A long path to the goal, which is one move away."""


@pytest.fixture
def watched(make_watched: Callable[..., Watched], size: tuple[int, int]) -> Watched:
    settings = Settings(algorithm="astar", heuristic="manhattan", details=True)
    return make_watched(size, settings)


def press_o(watched: Watched) -> None:
    key = pygame.Event(pygame.KEYDOWN, key=pygame.K_o, mod=0, unicode="o")
    watched.screen.handle(key)
    watched.tick()


def search_for_long(watched: Watched) -> None:
    """Let a search run for more than 3 s, in which Anytime finds a solution."""
    watched.session.watch.start()
    watched.tick(20)
    first, quick = watched.solver.runs
    first.show(SCENARIO.start, 1000, elapsed=2.2)
    quick.find(LONG_SOLUTION)
    watched.tick(10)


def stop_at_limit(watched: Watched) -> None:
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.finish(
        SCENARIO.start,
        SCENARIO.goal,
        (),
        Outcome.LIMIT,
        lower_bound=51,
        limit_reached=LimitKind.MEMORY,
    )
    watched.tick(2)


# ---- While a search runs ----------------------------------------------------------------------


@pytest.mark.parametrize("size", [LARGE_WINDOW, SMALL_WINDOW], ids=str)
@pytest.mark.parametrize("by_key", [True, False])
def test_a_long_search_has_a_button_that_shows_a_solution(watched: Watched, by_key: bool) -> None:
    watched.session.watch.start()
    watched.tick(25)
    assert not watched.has("show-now")
    press_o(watched)
    assert watched.session.activity.phase is WatchPhase.SEARCHING
    watched.session.stop()
    watched.solver.runs.clear()

    search_for_long(watched)
    button = watched.find("show-now")
    assert (button.label, button.tip.key or button.hint) == (SHOW_NOW, "O")
    assert watched.find("watch-or-stop").label == "Stop"
    if by_key:
        press_o(watched)
    else:
        watched.press("show-now")
    assert watched.session.activity.phase is WatchPhase.PLAYBACK
    assert not watched.has("show-now")
    assert watched.element("message").text == "Solution found: 11 moves (the shortest is 1)"
    watched.tick(60)
    assert watched.play.is_solved and watched.play.move_count == 11


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_the_button_fits_into_every_window(watched: Watched, size: tuple[int, int]) -> None:
    search_for_long(watched)
    check_layout(watched)
    assert watched.has("show-now")
    if watched.screen.window.is_compact:
        watched.screen.window.is_drawer_open = True
        check_layout(watched)


def test_the_button_disappears_when_the_search_finishes(watched: Watched) -> None:
    search_for_long(watched)
    watched.solver.runs[0].finish(SCENARIO.start, SCENARIO.goal, (Move.RIGHT,))
    watched.tick()
    assert not watched.has("show-now")
    assert watched.session.activity.phase is WatchPhase.PLAYBACK


# ---- At a limit -------------------------------------------------------------------------------


@pytest.mark.parametrize("by_key", [True, False])
def test_one_button_shows_a_solution_after_a_limit(watched: Watched, by_key: bool) -> None:
    stop_at_limit(watched)
    reason = "Out of memory after 1,234 states. No solution has fewer than 51 moves"
    assert watched.element("message").text == reason
    button = watched.find("watch-or-stop")
    assert (button.label, button.tip.key) == (KEEP_TRYING, "O")
    if by_key:
        press_o(watched)
    else:
        watched.press("watch-or-stop")
    assert watched.solver.last.method.algorithm == "anytime"
    assert watched.find("watch-or-stop").label == "Stop"
    assert len(watched.element(ROWS).items) == 1, "the search that reached a limit remains as a row"


def test_a_search_that_reached_a_limit_has_its_own_icon(watched: Watched) -> None:
    watched.search()
    watched.session.undo()
    stop_at_limit(watched)
    stopped, solved = watched.element(ROWS).items
    assert (stopped.icon, solved.icon) == ("warning", "check")
    assert stopped.detail.startswith("Out of memory")
    assert watched.texts_of("figures")[1].startswith("Stopped at the memory limit")


@pytest.mark.parametrize("size", [SMALL_WINDOW])
def test_the_button_in_the_bar_of_a_small_window_does_the_same(watched: Watched) -> None:
    stop_at_limit(watched)
    check_layout(watched)
    assert watched.find("watch-or-stop").label == KEEP_TRYING
    watched.screen.window.set(heuristic="linear-conflict")
    watched.tick()
    assert watched.find("watch-or-stop").label == "Watch", "another method was chosen"
    watched.screen.window.set(heuristic="manhattan")
    watched.tick()
    watched.press("watch-or-stop")
    assert watched.solver.last.method.algorithm == "anytime"
    assert watched.find("watch-or-stop").label == "Stop"


# ---- Warnings ---------------------------------------------------------------------------------


def test_a_method_that_cannot_finish_has_a_warning(open_board: Opener) -> None:
    window = open_board(LARGE)
    assert not window.session.snapshot().watch.warning
    window.app.set(algorithm="bfs")
    window.frame(2)
    warning = window.session.snapshot().watch.warning
    assert warning in window.texts_of("solver")
    assert window.find("watch-or-stop").tip.text == warning
    window.click_on("method")
    items = window.choices()
    assert items["Breadth-first"].icon == "warning"
    assert items["Breadth-first"].detail == warning.partition(":")[0]
    assert not items["Anytime"].icon
    assert not items["Automatic"].icon


def test_a_small_window_shows_the_warning_in_its_message(open_board: Opener) -> None:
    window = open_board(LARGE, size=SMALL_WINDOW, settings=Settings(algorithm="bfs"))
    window.session.context.preparation.message = ""  # hides "numba is missing"
    window.frame()
    warning = window.session.snapshot().watch.warning
    assert window.element("message").text == warning
    assert window.find("watch-or-stop").tip.text == warning
