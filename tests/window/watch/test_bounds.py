"""Both bounds of a solution that Anytime improves: figures, bar and curve."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Surface

from puzzler.board import Move
from puzzler.game.core.settings import Settings
from puzzler.search.compilation import COMPILING
from puzzler.search.result import Improvement
from puzzler.window.common.track_bar import TRACK
from puzzler.window.toolkit.labels import Figure
from puzzler.window.watch.figures import BOUNDS, Bounds
from tests.window.conftest import SCENARIO, Watched
from tests.window.layout import FEW_SIZES, check_layout

ANYTIME = Settings(algorithm="anytime", heuristic="manhattan", details=True)


def steps_of(*steps: tuple[float, int, int]) -> tuple[Improvement, ...]:
    """Make improvements from (seconds, lower bound, length)."""
    return tuple(
        Improvement(seconds, 1000 * number, length, bound)
        for number, (seconds, bound, length) in enumerate(steps, start=1)
    )


EARLY = steps_of((0.02, 81, 141), (0.3, 81, 121))
LATE = (*EARLY, *steps_of((1.5, 85, 101), (4.0, 89, 97)))
CLOSED = (*LATE, *steps_of((9.0, 95, 95)))


def moves_of(length: int) -> tuple[Move, ...]:
    """Moves back and forth, which end at the goal if ``length`` is odd."""
    return (*(Move.RIGHT, Move.LEFT) * (length // 2), *(Move.RIGHT,) * (length % 2))


@pytest.fixture
def watched(make_watched: Callable[..., Watched], size: tuple[int, int]) -> Watched:
    return make_watched(size, ANYTIME)


def start(watched: Watched) -> None:
    watched.session.set_speed(0.5)
    watched.session.watch.start()
    watched.tick()


def show(watched: Watched, steps: tuple[Improvement, ...], seconds: float) -> None:
    """Show figures of a search whose solution has the length of the newest step."""
    last = steps[-1]
    watched.session.watch.runs.shown.track.take(0, moves_of(last.length))
    watched.solver.last.show(
        SCENARIO.start,
        last.expanded,
        elapsed=seconds,
        improvements=steps,
        lower_bound=last.lower_bound,
    )
    watched.tick(2)


def end(watched: Watched, steps: tuple[Improvement, ...], seconds: float) -> None:
    last = steps[-1]
    watched.solver.last.finish(
        SCENARIO.start,
        SCENARIO.goal,
        moves_of(last.length),
        proven_optimal=last.length == last.lower_bound,
        lower_bound=last.lower_bound,
        elapsed=seconds,
        improvements=steps,
    )
    watched.tick(2)


def has_bounds(watched: Watched) -> bool:
    return watched.element("gap") is not None


def test_the_bounds_and_their_difference_are_figures(watched: Watched) -> None:
    assert not has_bounds(watched)
    start(watched)
    assert not has_bounds(watched)
    for steps, seconds, at_least, caption, at_most in (
        (EARLY, 0.4, "81", "Difference, 49%", "121"),
        (LATE, 5.0, "89", "Difference, 9%", "97"),
    ):
        show(watched, steps, seconds)
        assert watched.figure("At least") == at_least
        assert watched.figure("At most") == at_most
        assert watched.figure(caption) == str(int(at_most) - int(at_least))
    end(watched, CLOSED, 9.0)
    assert "Proven shortest" in watched.words
    assert watched.figure("Moves") != watched.figure("At least") == ""


def test_the_bounds_remain_during_playback(watched: Watched) -> None:
    start(watched)
    show(watched, LATE, 5.0)
    watched.tick(10)
    assert watched.session.activity.timeline is not None
    assert (watched.figure("At least"), watched.figure("At most")) == ("89", "97")
    text = "Solution found: 97 moves (the shortest takes at least 89)"
    assert watched.element("message").text == text


def test_figures_of_the_bounds_are_shown_only_once(watched: Watched) -> None:
    start(watched)
    show(watched, LATE, 5.0)
    figures = watched.elements(watched.element("figures"))
    captions = {each.caption for each in figures if isinstance(each, Figure)}
    assert captions == {"States", "Rate", "Time", "Memory"}


@pytest.mark.parametrize("size", [(640, 480)])
def test_a_small_window_shows_both_bounds_in_its_message(watched: Watched) -> None:
    start(watched)
    show(watched, LATE, 5.0)
    assert watched.element("message").text == "At least 89 \N{MIDDLE DOT} at most 97 moves"


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)])
def test_playback_waits_for_compilation(watched: Watched) -> None:
    watched.solver.has_tables = False
    start(watched)
    watched.solver.last.find(moves_of(95))
    watched.solver.last.building = COMPILING
    watched.tick(20)
    assert watched.session.activity.timeline is None
    assert not has_bounds(watched)
    text = "Preparing this method (first time only)"
    if watched.screen.window.is_compact:
        assert watched.element("message").text == text
    else:
        assert text in watched.texts_of("figures")
        assert watched.element("message").text == "Looking for a short solution"


@pytest.mark.parametrize("size", FEW_SIZES, ids=str)
def test_the_curve_is_inside_its_card(watched: Watched, size: tuple[int, int]) -> None:
    app = watched.screen.window
    if app.is_compact:
        app.is_drawer_open = True
    start(watched)
    show(watched, steps_of((0.02, 1180, 2400), (3.0, 1190, 1950)), 5.0)
    check_layout(watched)
    assert watched.element(BOUNDS) is not None
    surface = Surface(size)
    for part in watched.screen.parts():
        part.draw(surface)


def test_the_curve_describes_both_bounds_at_a_time(watched: Watched) -> None:
    start(watched)
    end(watched, LATE, 5.0)
    curve = watched.element(BOUNDS)
    assert curve.describe(2.0).endswith("at least 85, at most 101 moves")
    assert curve.describe(4.5) == "After 4.5 s: at least 89, at most 97 moves"
    assert curve.describe(0.001).endswith("no solution yet")
    assert curve.tip.text.startswith("The best solution")


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
    return Bounds(
        tuple(steps), seconds[-1] + rest, last.lower_bound, last.length, draw(st.booleans())
    )


@given(histories())
def test_every_curve_is_within_its_axes(bounds: Bounds) -> None:
    axis = bounds.axis
    assert 0 < axis[0] < axis[1]
    assert bounds.seconds <= axis[1]
    assert bounds.first.lower_bound <= bounds.bound <= bounds.length <= bounds.first.length


def test_the_time_axis_changes_rarely() -> None:
    assert Bounds(LATE, 5.1, 89, 97).axis == Bounds(LATE, 9.9, 89, 97).axis
    assert Bounds(LATE, 10.1, 89, 97).axis[1] == 20


@pytest.mark.parametrize(
    ("steps", "seconds", "is_over", "first_length"),
    [
        (((0.005, 80, 460), (0.1, 80, 140), (2.0, 88, 120)), 3.0, False, 140),
        (((0.02, 80, 460), (0.8, 80, 140), (2.0, 88, 120)), 3.0, False, 140),
        (((0.02, 80, 140), (0.8, 110, 110)), 0.9, False, 140),
        (((0.005, 10, 60), (0.02, 21, 21)), 0.02, True, 60),
    ],
    ids=["fast", "slow machine", "proof", "immediate end"],
)
def test_the_curve_skips_the_first_moments_if_there_are_later_ones(
    steps: tuple[tuple[float, int, int], ...], seconds: float, is_over: bool, first_length: int
) -> None:
    bound, length = steps[-1][1:]
    bounds = Bounds(steps_of(*steps), seconds, bound, length, is_over=is_over)
    assert bounds.first.length == first_length


def test_the_track_shows_the_distance_after_every_move(watched: Watched) -> None:
    assert watched.element(TRACK) is None
    start(watched)
    show(watched, LATE, 5.0)
    watched.tick(10)
    values = watched.element(TRACK).profile
    assert len(values) == 98
    assert values[0] == 1
    assert values[-1] == 0
    watched.tick()
    assert watched.element(TRACK).profile is values, "the distances are computed once"
    watched.solver.last.find((Move.RIGHT,))
    watched.tick()
    after = watched.element(TRACK).profile
    assert len(after) == watched.screen.window.shown.watch.track.total + 1 < 98


def test_a_short_search_is_shown_completely() -> None:
    bounds = Bounds(EARLY[:1], 0.1, 81, 141, is_over=True)
    assert bounds.start == 0.02 and bounds.axis == (0.01, 0.1)
    assert Bounds(EARLY[:1], 0.01, 81, 141, is_over=True).axis == (0.01, 0.04)
