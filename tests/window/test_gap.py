"""Both ends of an answer on the screen: numbers, bar, curve; and what is offered at a limit."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from puzzler.board import Move
from puzzler.game.play.settings import Settings
from puzzler.search.compilation import COMPILING
from puzzler.search.options import LimitKind
from puzzler.search.result import Improvement, Outcome
from puzzler.window.common.actions import actions, sections
from puzzler.window.panels.gap import GapPanel
from puzzler.window.themes import find_themes, load_theme
from puzzler.window.toolkit.paint import SMALLEST_TARGET, Face, Painter
from puzzler.window.toolkit.scene import Scene
from puzzler.window.widgets.control import NO_TOUCH
from puzzler.window.widgets.ends import Course, EndsCurve, gap_bar
from tests.window.conftest import SCENARIO, Opener, Watched
from tests.window.test_play_layout import SIZES

LARGE = "5 13 11 24 8/1 17 7 16 22/9 12 18 15 23/0 14 19 2 21/20 10 4 6 3"
ANYTIME = Settings(algorithm="anytime", heuristic="manhattan")


def ends(*steps: tuple[float, int, int]) -> tuple[Improvement, ...]:
    """Steps as (seconds, bound, length)."""
    return tuple(
        Improvement(seconds, 1000 * number, length, bound)
        for number, (seconds, bound, length) in enumerate(steps, start=1)
    )


EARLY = ends((0.02, 80, 140), (0.3, 80, 120))
LATE = (*EARLY, *ends((1.5, 85, 101), (4.0, 88, 97)))
MET = (*LATE, *ends((9.0, 95, 95)))

MakeWatched = Callable[..., Watched]


@pytest.fixture
def make_watched() -> Iterator[MakeWatched]:
    """Makes screens whose searches do what the test says; closes them at the end."""
    made: list[Watched] = []

    def make(size: tuple[int, int] = (1280, 800), settings: Settings = ANYTIME) -> Watched:
        made.append(Watched(size, settings))
        return made[-1]

    yield make
    for watched in made:
        watched.session.close()
    pygame.display.quit()
    pygame.font.quit()


AROUND = (Move.RIGHT, Move.LEFT) * 48
"""To and fro, and not to the goal: how long the answer is, is what the test says it is."""


def begin(watched: Watched, moves: Sequence[Move] = AROUND) -> None:
    """Watch, and let the search find ``moves``, which are played slowly."""
    watched.session.set_speed(0.5)
    watched.session.watch.start()
    watched.tick()
    watched.solver.last.find(tuple(moves))


def show(watched: Watched, steps: tuple[Improvement, ...], seconds: float) -> None:
    """So much is known after so many seconds."""
    expanded = steps[-1].expansions if steps else 1
    watched.solver.last.show(SCENARIO.start, expanded, elapsed=seconds, improvements=steps)
    watched.tick(2)


def end(watched: Watched, steps: tuple[Improvement, ...], seconds: float) -> None:
    """The search ends with its answer."""
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


def gap(watched: Watched) -> GapPanel:
    return watched.panel("gap")


def said(watched: Watched) -> dict[object, tuple[object, ...]]:
    """(caption, value) of its figures."""
    words = watched.words("gap")
    return {key: look[:2] for key, look in words.items() if key in ("bound", "gap", "length")}


# ---- The numbers -----------------------------------------------------------------------------


def test_two_numbers_close_in(make_watched: MakeWatched) -> None:
    watched = make_watched()
    assert not gap(watched).is_shown
    begin(watched)
    assert not gap(watched).is_shown, "nothing is known yet"
    show(watched, EARLY, 0.4)
    assert gap(watched).is_shown
    assert said(watched) == {
        "bound": ("At least", "80"),
        "gap": ("Gap, 50%", "40"),
        "length": ("At most", "120"),
    }
    show(watched, LATE, 5.0)
    assert said(watched) == {
        "bound": ("At least", "88"),
        "gap": ("Gap, 10%", "9"),
        "length": ("At most", "97"),
    }


def test_where_both_ends_meet_it_is_proven(make_watched: MakeWatched) -> None:
    watched = make_watched()
    begin(watched)
    end(watched, MET, 9.0)
    words = watched.words("gap")
    assert words["proven"][0] == "Proven shortest"
    assert words["length"][:2] == ("Moves", "95")
    assert "bound" not in words


def test_it_stays_after_the_end_and_belongs_to_the_row_on_show(make_watched: MakeWatched) -> None:
    watched = make_watched()
    begin(watched)
    end(watched, LATE, 5.0)
    assert said(watched)["length"] == ("At most", "97")
    watched.session.undo()
    begin(watched)
    end(watched, MET, 9.0)
    assert watched.words("gap")["length"][:2] == ("Moves", "95")
    watched.finished.list.on_choose(1)
    watched.tick(2)
    assert said(watched)["length"] == ("At most", "97")
    watched.finished.list.on_choose(0)
    watched.tick(2)
    assert watched.words("gap")["length"][:2] == ("Moves", "95")


def test_a_search_with_one_answer_has_no_gap(make_watched: MakeWatched) -> None:
    watched = make_watched(settings=Settings())
    watched.search()
    assert watched.finished.is_shown
    assert not gap(watched).is_shown


def test_what_the_panel_says_the_figures_do_not_repeat(make_watched: MakeWatched) -> None:
    watched = make_watched()
    begin(watched)
    show(watched, LATE, 5.0)
    names = {key for key in watched.words("figures") if key not in ("method", "search", "meter")}
    assert names == {"expanded", "rate", "time", "memory"}


def test_a_track_that_may_get_shorter_has_no_plus(make_watched: MakeWatched) -> None:
    watched = make_watched()
    begin(watched)
    watched.tick()
    show(watched, LATE, 5.0)
    transport = next(panel for panel in watched.screen.room.panels if panel.name == "transport")
    parts = {part.key: part.look for part in transport.parts(watched.screen.desk.painter)}
    assert parts["position"][0].endswith("/96")
    a_star = make_watched(settings=Settings())
    a_star.session.watch.start()
    a_star.tick()
    a_star.solver.last.find((Move.RIGHT,))
    a_star.tick()
    transport = next(panel for panel in a_star.screen.room.panels if panel.name == "transport")
    parts = {part.key: part.look for part in transport.parts(a_star.screen.desk.painter)}
    assert parts["position"][0].endswith("/1+"), "of other searches more moves may come"


def test_without_a_column_the_line_says_both_ends(make_watched: MakeWatched) -> None:
    watched = make_watched((640, 480))
    begin(watched)
    show(watched, LATE, 5.0)
    status = next(panel for panel in watched.screen.room.panels if panel.name == "status")
    assert status._message.words == "At least 88 \N{MIDDLE DOT} at most 97 moves"


def test_before_the_search_has_begun_the_line_promises_nothing(make_watched: MakeWatched) -> None:
    watched = make_watched()
    watched.solver.has_tables = False
    begin(watched)
    watched.solver.last.building = COMPILING
    watched.tick(2)
    status = next(panel for panel in watched.screen.room.panels if panel.name == "status")
    assert watched.screen.desk.playback is not None, "the first answer is played already"
    assert status._message.words == "Compiling this search, first time only"
    watched.solver.last.building = None
    show(watched, LATE, 5.0)
    assert status._message.words == "The rest of the answer gets shorter while it is played"


# ---- How it is drawn -------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_it_lies_in_its_card_and_nothing_is_cut(
    make_watched: MakeWatched, size: tuple[int, int]
) -> None:
    watched = make_watched(size)
    desk = watched.screen.desk
    if desk.is_compact:
        desk.is_drawer_open = True
    begin(watched)
    show(watched, ends((0.02, 1180, 2400), (3.0, 1190, 1950)), 5.0)
    column = next(panel for panel in watched.screen.room.panels if panel.name == "column")
    card, panel, painter = column.cards["gap"], gap(watched), desk.painter
    assert min(panel.curve.rect.size) >= SMALLEST_TARGET
    for part in panel.parts(painter):
        if part.key != "ends":  # its bounds have room for the focus
            assert card.contains(part.bounds), part.key
    assert card.contains(panel.curve.rect)
    size_of_values = painter.type_size(12)
    assert painter.fits("2,400", Face.FIGURES, size_of_values, panel.curve._values.width)
    for part in panel.parts(painter):
        if part.key in ("bound", "gap", "length"):
            for words, face, units in zip(
                part.look, (Face.BODY, Face.FIGURES), (12.5, 24), strict=False
            ):
                assert painter.fits(words, face, painter.type_size(units), part.bounds.width)
    for one, other in itertools.combinations(column.cards.values(), 2):
        assert not one.colliderect(other)
    surface = Surface(size)
    for part in watched.screen.parts():
        part.draw(surface)


@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 3.0])
def test_it_can_be_seen_in_every_theme_at_every_scale(scale: float) -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((16, 16))
    for name in find_themes():
        painter = Painter(load_theme(name), scale)
        theme, rect = painter.theme, Rect(10, 10, painter.px(340), painter.px(12))
        surface = Surface((painter.px(340) + 20, painter.px(140)))
        for course, is_met in ((Course(LATE, 5.0, 88, 97), False), (Course(MET, 9, 95, 95), True)):
            surface.fill(theme.panel)
            gap_bar(painter, "bar", rect, course).draw(surface)
            colors = [surface.get_at((x, rect.centery))[:3] for x in range(rect.left, rect.right)]
            if is_met:
                assert set(colors[4:-4]) == {theme.good}
            else:
                assert {theme.bound, theme.well, theme.accent} <= set(colors)
                assert colors.index(theme.bound) < colors.index(theme.well)
                assert colors.index(theme.well) < colors.index(theme.accent)
            curve = EndsCurve("ends")
            area = Rect(10, painter.px(30), painter.px(340), painter.px(96))
            curve.place(painter, area)
            curve.course = course
            curve.draw(surface, painter, NO_TOUCH)
            seen = {
                surface.get_at((x, y))[:3]
                for x in range(area.left, area.right, 7)
                for y in range(area.top, area.bottom)
            }
            assert {theme.bound, theme.good if is_met else theme.accent} <= seen
    pygame.display.quit()
    pygame.font.quit()


def bar_ends(watched: Watched) -> tuple[int, int]:
    left, right, _ = watched.words("gap")["bar"]
    return left, right


def test_both_sides_of_the_bar_only_grow(make_watched: MakeWatched) -> None:
    watched = make_watched()
    begin(watched)
    before = (0, 0)
    for count in range(2, len(LATE) + 1):
        show(watched, LATE[:count], LATE[count - 1].seconds + 0.1)
        now = bar_ends(watched)
        assert now[0] >= before[0]
        assert now[1] >= before[1]
        before = now
    watched.solver.last.latest = None
    end(watched, LATE, 5.0)
    assert bar_ends(watched) == before, "the end changes nothing"


def test_a_gap_of_one_move_is_still_seen(make_watched: MakeWatched) -> None:
    watched = make_watched()
    begin(watched)
    show(watched, ends((0.1, 100, 2000), (2.0, 1499, 1500)), 3.0)
    left, right = bar_ends(watched)
    assert left + right < gap(watched)._bar.width


def test_nothing_is_drawn_again_where_nothing_has_changed(make_watched: MakeWatched) -> None:
    watched = make_watched()
    begin(watched)
    end(watched, LATE, 5.0)
    watched.session.undo()
    watched.tick(60)
    scene, surface = Scene(Surface((1280, 800))), Surface((1280, 800))
    scene.update(surface, watched.screen.parts())
    watched.tick()
    assert scene.update(surface, watched.screen.parts()) == []
    assert not watched.screen.is_moving


def test_time_alone_draws_the_curve_by_whole_pixels_only(make_watched: MakeWatched) -> None:
    watched = make_watched()
    begin(watched)
    show(watched, LATE, 5.5)
    painter = watched.screen.desk.painter
    before = {part.key: part for part in gap(watched).parts(painter)}
    show(watched, LATE, 5.501)
    after = {part.key: part for part in gap(watched).parts(painter)}
    assert before["ends"].look == after["ends"].look
    assert all(before[key] is after[key] for key in before if key != "ends")
    show(watched, LATE, 8.0)
    later = {part.key: part for part in gap(watched).parts(painter)}
    assert later["ends"].look != after["ends"].look


def test_under_the_pointer_stands_what_was_known_then(make_watched: MakeWatched) -> None:
    watched = make_watched()
    begin(watched)
    end(watched, LATE, 5.0)
    panel, desk = gap(watched), watched.screen.desk
    curve = panel.curve
    axis = curve.course.axis

    def tip_at(seconds: float) -> str:
        left = curve._well.left + round(axis.share(seconds) * curve._well.width)
        at = (left, curve._well.centery)
        motion = pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(1, 1), buttons=(0, 0, 0))
        desk.controls.handle(motion)
        tip = panel.tip("ends")
        assert tip is not None
        return tip.words

    assert tip_at(2.0).endswith("at least 85, at most 101 moves")
    assert tip_at(4.5).endswith("at least 88, at most 97 moves")
    assert tip_at(4.5).startswith("After 4.5 s")
    desk.lose_pointer()
    assert panel.tip("ends").words.startswith("What was found")


# ---- The course and its axis -----------------------------------------------------------------


@st.composite
def courses(draw: st.DrawFn) -> Course:
    """Any history that a search may have."""
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
    return Course(tuple(steps), seconds[-1] + rest, last.bound, last.length, draw(st.booleans()))


@given(courses())
def test_every_course_lies_within_its_axes(course: Course) -> None:
    axis = course.axis
    assert 0 < axis.first < axis.last
    assert course.seconds <= axis.last
    inside = Rect(40, 10, 300, 80)
    curve = EndsCurve("ends")
    curve.course = course
    for values in ([s.bound for s in course.steps], [s.length for s in course.steps]):
        levels = list(curve._levels(values, axis, inside))
        assert levels
        assert levels[0][0] >= inside.left
        for left, right, top in levels:
            assert left <= right <= inside.right
            assert inside.top <= top <= inside.bottom
        for (_, right, _), (left, _, _) in itertools.pairwise(levels):
            assert right == left, "without a hole"
    for share, _ in axis.ticks():
        assert 0 <= share <= 1


def test_the_axis_stands_still_while_time_goes_on() -> None:
    assert Course(LATE, 5.1, 88, 97).axis == Course(LATE, 9.9, 88, 97).axis
    assert Course(LATE, 10.1, 88, 97).axis.last == 20


def test_what_came_at_once_does_not_press_the_rest_flat() -> None:
    steps = ends((0.005, 80, 460), (0.1, 80, 140), (2.0, 88, 120))
    assert Course(steps, 3.0, 88, 120).first.length == 140
    slow = ends((0.02, 80, 460), (0.8, 80, 140), (2.0, 88, 120))
    assert Course(slow, 3.0, 88, 120).first.length == 140, "on a slow machine, too"
    met = ends((0.02, 80, 140), (0.8, 110, 110))
    assert Course(met, 0.9, 110, 110).first.length == 140, "but how it was proven is seen"
    proven = ends((0.005, 10, 60), (0.02, 21, 21))
    assert Course(proven, 0.02, 21, 21, is_over=True).first.length == 60, "unless that was all"


# ---- Under the track -------------------------------------------------------------------------


def under_the_track(watched: Watched):
    transport = next(panel for panel in watched.screen.room.panels if panel.name == "transport")
    parts = transport.parts(watched.screen.desk.painter)
    return next((part for part in parts if part.key == "profile"), None)


def test_under_the_track_stands_how_far_the_tiles_are(make_watched: MakeWatched) -> None:
    watched = make_watched()
    assert under_the_track(watched) is None
    begin(watched, (*AROUND, Move.RIGHT))
    watched.tick()
    before = under_the_track(watched)
    values, _ = before.look
    assert len(values) == 98
    assert values[0] == 1
    assert values[-1] == 0
    watched.tick()
    assert under_the_track(watched).look[0] is values, "made once"
    # the rest gets shorter
    watched.solver.last.find((Move.RIGHT,), 2)
    watched.tick()
    after = under_the_track(watched)
    assert len(after.look[0]) == watched.screen.desk.track.total + 1 < 98
    bar = next(panel for panel in watched.screen.room.panels if panel.name == "transport")
    assert bar._area.contains(after.bounds)
    assert not after.bounds.colliderect(bar._places["position"])
    surface = Surface((1280, 800))
    after.draw(surface)


# ---- What is offered at a limit --------------------------------------------------------------


def stop_at_limit(watched: Watched, *, algorithm: str = "astar") -> None:
    """A search that was chosen by hand finds nothing within its memory."""
    watched.screen.desk.set(algorithm=algorithm, heuristic="manhattan")
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


def control(watched: Watched, name: str):
    controls = watched.screen.desk.controls.controls
    return next((control for control in controls if control.name == name), None)


@pytest.mark.parametrize("by_key", [True, False])
def test_at_a_limit_one_button_goes_on_with_anytime(
    make_watched: MakeWatched, by_key: bool
) -> None:
    watched = make_watched()
    assert control(watched, "go-on") is None
    stop_at_limit(watched)
    assert "52 moves" in watched.screen.desk.line
    button = control(watched, "go-on")
    assert button is not None
    assert button.label == "Go on with anytime"
    assert watched.solver_panel.tip("go-on").key == "O"
    if by_key:
        key = pygame.Event(pygame.KEYDOWN, key=pygame.K_o, mod=0, unicode="o")
        watched.screen.handle(key)
    else:
        button.on_press()
    watched.tick()
    assert watched.solver.last.method.algorithm == "anytime"
    assert control(watched, "go-on") is None
    assert len(watched.finished.list.items) == 1, "what stopped stays as a row"


def test_in_a_small_window_the_button_of_the_bar_goes_on(make_watched: MakeWatched) -> None:
    watched = make_watched((640, 480))
    stop_at_limit(watched)
    button = control(watched, "watch-or-stop")
    assert button.label == "Go on"
    watched.screen.desk.set(heuristic="linear-conflict")
    watched.tick()
    assert button.label == "Watch", "another method was chosen meanwhile"
    watched.screen.desk.set(heuristic="manhattan")
    watched.tick()
    button.on_press()
    watched.tick()
    assert watched.solver.last.method.algorithm == "anytime"
    assert button.label == "Stop"


def test_the_help_knows_it(make_watched: MakeWatched) -> None:
    watched = make_watched()
    lines = [line for _, rows in sections(watched.screen.desk.keymap) for line in rows]
    assert ("O", actions()["go-on"].line) in lines


# ---- What is warned of before ----------------------------------------------------------------


def test_what_cannot_finish_is_warned_of_where_it_is_chosen(open_board: Opener) -> None:
    window = open_board(LARGE)
    assert not window.session.snapshot().watch.warning
    window.desk.set(algorithm="bfs")
    window.frame(2)
    warning = window.session.snapshot().watch.warning
    panel, painter = window.panel("solver"), window.desk.painter
    lines = [part.look[0] for part in panel.parts(painter) if str(part.key).startswith("promise")]
    assert " ".join(lines) == warning
    assert panel.tip("watch").words == warning
    card = window.panel("column").cards["solver"]
    assert all(card.contains(part.bounds) for part in panel.parts(painter) if part.key != "watch")
    window.click_control("algorithm")
    items = {item.words: item for item in window.menu.items}
    assert items["Breadth-first"].icon == "warning"
    assert items["Breadth-first"].detail == warning.partition(":")[0]
    assert not items["Anytime"].icon
    assert not items["Automatic"].icon


def test_a_smaller_board_takes_the_warning_back(open_board: Opener) -> None:
    window = open_board(LARGE, settings=Settings(algorithm="bfs", instant_shuffle=True))
    assert window.panel("solver").tip("watch") is not None
    window.session.boards.new(3, 3)
    window.frame(2)
    assert window.panel("solver").tip("watch") is None
    window.click_control("algorithm")
    assert not any(item.icon for item in window.menu.items)


def test_run_again_warns_too(open_board: Opener) -> None:
    window = open_board(LARGE)
    window.panel("finished")._open_methods()
    items = {item.words: item for item in window.menu.items}
    assert items["Breadth-first"].icon == "warning"


def test_in_a_small_window_the_line_and_the_button_warn(open_board: Opener) -> None:
    window = open_board(LARGE, size=(640, 480), settings=Settings(algorithm="bfs"))
    window.session.context.preparation.message = ""  # that there is no numba would be said first
    window.frame()
    warning = window.session.snapshot().watch.warning
    assert window.panel("status")._message.words == warning
    assert window.panel("top bar").tip("watch-or-stop").words == warning
