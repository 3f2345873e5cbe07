"""Both bounds of a solution on the screen; what is offered at a limit, and warned of before."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Surface

from puzzler.board import Move
from puzzler.game.play.settings import Settings
from puzzler.game.watch.watching import GO_ON
from puzzler.search.compilation import COMPILING
from puzzler.search.options import LimitKind
from puzzler.search.result import Improvement, Outcome
from puzzler.window.common.track_bar import TRACK
from puzzler.window.toolkit.labels import Figure
from puzzler.window.watch.figures import BOUNDS, Bounds
from puzzler.window.watch.finished import ROWS
from tests.window.conftest import SCENARIO, Opener, Watched
from tests.window.layout import SIZES, check_layout

LARGE = "5 13 11 24 8/1 17 7 16 22/9 12 18 15 23/0 14 19 2 21/20 10 4 6 3"
ANYTIME = Settings(algorithm="anytime", heuristic="manhattan", details=True)


def ends(*steps: tuple[float, int, int]) -> tuple[Improvement, ...]:
    return tuple(
        Improvement(seconds, 1000 * number, length, bound)
        for number, (seconds, bound, length) in enumerate(steps, start=1)
    )


EARLY = ends((0.02, 80, 140), (0.3, 80, 120))
LATE = (*EARLY, *ends((1.5, 85, 101), (4.0, 88, 97)))
MET = (*LATE, *ends((9.0, 95, 95)))


MakeWatched = Callable[..., Watched]
AROUND = (Move.RIGHT, Move.LEFT) * 48
"""To and fro, and not to the goal: how long the answer is, is what the test says it is."""


def begin(watched: Watched, moves: Sequence[Move] = AROUND) -> None:
    watched.session.set_speed(0.5)
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.find(tuple(moves))


def show(watched: Watched, steps: tuple[Improvement, ...], seconds: float) -> None:
    expanded = steps[-1].expansions if steps else 1
    watched.solver.last.show(SCENARIO.start, expanded, elapsed=seconds, improvements=steps)
    watched.tick(2)


def end(watched: Watched, steps: tuple[Improvement, ...], seconds: float) -> None:
    moves = (Move.RIGHT, Move.LEFT) * ((steps[-1].length - 1) // 2) + (Move.RIGHT,)
    watched.solver.last.finish(
        SCENARIO.start,
        SCENARIO.goal,
        moves,
        proven_optimal=steps[-1].length == steps[-1].bound,
        lower_bound=steps[-1].bound,
        elapsed=seconds,
        improvements=steps,
    )
    watched.tick(2)


def has_bounds(watched: Watched) -> bool:
    return watched.element("gap") is not None


def test_two_numbers_close_in(make_watched: MakeWatched) -> None:
    watched = make_watched(settings=ANYTIME)
    assert not has_bounds(watched)
    begin(watched)
    assert not has_bounds(watched), "nothing is known yet"
    for steps, seconds, least, caption, most in (
        (EARLY, 0.4, "80", "Gap, 50%", "120"),
        (LATE, 5.0, "88", "Gap, 10%", "97"),
    ):
        show(watched, steps, seconds)
        assert watched.figure("At least") == least
        assert watched.figure("At most") == most
        assert watched.figure(caption) == str(int(most) - int(least))
    end(watched, MET, 9.0)
    assert "Proven shortest" in watched.words
    assert watched.figure("Moves") != watched.figure("At least") == ""


def test_what_the_panel_says_the_figures_do_not_repeat(make_watched: MakeWatched) -> None:
    watched = make_watched(settings=ANYTIME)
    begin(watched)
    show(watched, LATE, 5.0)
    figures = watched.elements(watched.element("figures"))
    captions = {each.caption for each in figures if isinstance(each, Figure)}
    assert captions == {"Expanded", "Rate", "Time", "Memory"}


def test_without_a_column_the_line_says_both_bounds(make_watched: MakeWatched) -> None:
    watched = make_watched((640, 480), ANYTIME)
    begin(watched)
    show(watched, LATE, 5.0)
    assert watched.element("message").words == "At least 88 \N{MIDDLE DOT} at most 97 moves"


def test_before_the_search_has_begun_the_line_promises_nothing(make_watched: MakeWatched) -> None:
    watched = make_watched(settings=ANYTIME)
    watched.solver.has_tables = False
    begin(watched)
    watched.solver.last.building = COMPILING
    watched.tick(2)
    assert watched.session.activity.timeline is not None, "the first solution is played already"
    assert watched.element("message").words == "Compiling this search, first time only"
    watched.solver.last.building = None
    show(watched, LATE, 5.0)
    words = watched.element("message").words
    assert words == "Still improving the moves ahead"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_lies_in_its_card_and_nothing_is_cut(
    make_watched: MakeWatched, size: tuple[int, int]
) -> None:
    watched = make_watched(size, ANYTIME)
    app = watched.screen.window
    if app.is_compact:
        app.is_drawer_open = True
    begin(watched)
    show(watched, ends((0.02, 1180, 2400), (3.0, 1190, 1950)), 5.0)
    check_layout(watched)
    assert watched.element(BOUNDS) is not None
    surface = Surface(size)
    for part in watched.screen.parts():
        part.draw(surface)


def test_under_the_pointer_stands_what_was_known_then(make_watched: MakeWatched) -> None:
    watched = make_watched(settings=ANYTIME)
    begin(watched)
    end(watched, LATE, 5.0)
    curve = watched.element(BOUNDS)
    assert curve.describe(2.0).endswith("at least 85, at most 101 moves")
    assert curve.describe(4.5) == "After 4.5 s: at least 88, at most 97 moves"
    assert curve.describe(0.001).endswith("no solution yet")
    assert curve.tip.words.startswith("What was found")


@st.composite
def histories(draw: st.DrawFn) -> Bounds:
    count = draw(st.integers(1, 30))
    seconds = sorted(draw(st.lists(st.floats(0, 4000), min_size=count, max_size=count)))
    bound, length = draw(st.integers(0, 900)), draw(st.integers(900, 3000))
    steps: list[Improvement] = []
    for number, at in enumerate(seconds):
        steps.append(Improvement(at, number, length, bound))
        length -= draw(st.integers(0, length - bound))
        bound += draw(st.integers(0, length - bound))
    rest = draw(st.floats(0, 100))
    last = steps[-1]
    return Bounds(tuple(steps), seconds[-1] + rest, last.bound, last.length, draw(st.booleans()))


@given(histories())
def test_every_history_lies_within_its_axes(bounds: Bounds) -> None:
    axis = bounds.axis
    assert 0 < axis[0] < axis[1]
    assert bounds.seconds <= axis[1]
    assert bounds.first.bound <= bounds.bound <= bounds.length <= bounds.first.length


def test_the_axis_stands_still_while_time_goes_on() -> None:
    assert Bounds(LATE, 5.1, 88, 97).axis == Bounds(LATE, 9.9, 88, 97).axis
    assert Bounds(LATE, 10.1, 88, 97).axis[1] == 20


def test_what_came_at_once_does_not_press_the_rest_flat() -> None:
    steps = ends((0.005, 80, 460), (0.1, 80, 140), (2.0, 88, 120))
    assert Bounds(steps, 3.0, 88, 120).first.length == 140
    slow = ends((0.02, 80, 460), (0.8, 80, 140), (2.0, 88, 120))
    assert Bounds(slow, 3.0, 88, 120).first.length == 140, "on a slow machine, too"
    met = ends((0.02, 80, 140), (0.8, 110, 110))
    assert Bounds(met, 0.9, 110, 110).first.length == 140, "but how it was proven is seen"
    proven = ends((0.005, 10, 60), (0.02, 21, 21))
    assert Bounds(proven, 0.02, 21, 21, is_over=True).first.length == 60, "unless that was all"


def test_under_the_track_stands_how_far_the_tiles_are(make_watched: MakeWatched) -> None:
    watched = make_watched(settings=ANYTIME)
    assert watched.element(TRACK) is None
    begin(watched, (*AROUND, Move.RIGHT))
    watched.tick()
    values = watched.element(TRACK).profile
    assert len(values) == 98
    assert values[0] == 1
    assert values[-1] == 0
    watched.tick()
    assert watched.element(TRACK).profile is values, "made once"
    # the rest gets shorter
    watched.solver.last.find((Move.RIGHT,), 2)
    watched.tick()
    after = watched.element(TRACK).profile
    assert len(after) == watched.screen.window.shown.watch.run.track.total + 1 < 98


def stop_at_limit(watched: Watched, *, algorithm: str = "astar") -> None:
    watched.screen.window.set(algorithm=algorithm, heuristic="manhattan")
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.finish(
        SCENARIO.start,
        SCENARIO.goal,
        (),
        Outcome.LIMIT,
        lower_bound=52,
        limit_reached=LimitKind.MEMORY,
    )
    watched.tick(2)


@pytest.mark.parametrize("by_key", [True, False])
def test_at_a_limit_one_button_goes_on_with_anytime(
    make_watched: MakeWatched, by_key: bool
) -> None:
    watched = make_watched(settings=ANYTIME)
    stop_at_limit(watched)
    assert "lower bound 52" in watched.screen.window.line
    button = watched.find("watch-or-stop")
    assert button.label == GO_ON
    assert button.tip.key == "O"
    if by_key:
        key = pygame.Event(pygame.KEYDOWN, key=pygame.K_o, mod=0, unicode="o")
        watched.screen.handle(key)
        watched.tick()
    else:
        watched.press("watch-or-stop")
    assert watched.solver.last.method.algorithm == "anytime"
    assert watched.find("watch-or-stop").label == "Stop"
    assert len(watched.element(ROWS).items) == 1, "what stopped stays as a row"


def test_in_a_small_window_the_button_of_the_bar_goes_on(make_watched: MakeWatched) -> None:
    watched = make_watched((640, 480), ANYTIME)
    stop_at_limit(watched)
    assert watched.find("watch-or-stop").label == "Keep trying"
    watched.screen.window.set(heuristic="linear-conflict")
    watched.tick()
    assert watched.find("watch-or-stop").label == "Watch", "another method was chosen meanwhile"
    watched.screen.window.set(heuristic="manhattan")
    watched.tick()
    watched.press("watch-or-stop")
    assert watched.solver.last.method.algorithm == "anytime"
    assert watched.find("watch-or-stop").label == "Stop"


def test_what_cannot_finish_is_warned_of_where_it_is_chosen(open_board: Opener) -> None:
    window = open_board(LARGE)
    assert not window.session.snapshot().watch.warning
    window.app.set(algorithm="bfs")
    window.frame(2)
    warning = window.session.snapshot().watch.warning
    assert warning in window.said("solver")
    assert window.find("watch-or-stop").tip.words == warning
    window.click_on("method")
    items = window.choices()
    assert items["Breadth-first"].icon == "warning"
    assert items["Breadth-first"].detail == warning.partition(":")[0]
    assert not items["Anytime"].icon
    assert not items["Automatic"].icon


def test_in_a_small_window_the_line_and_the_button_warn(open_board: Opener) -> None:
    window = open_board(LARGE, size=(640, 480), settings=Settings(algorithm="bfs"))
    window.session.context.preparation.message = ""  # that there is no numba would be said first
    window.frame()
    warning = window.session.snapshot().watch.warning
    assert window.element("message").words == warning
    assert window.find("watch-or-stop").tip.words == warning
