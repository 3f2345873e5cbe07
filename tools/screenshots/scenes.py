"""Scenes of the pictures. Each scene brings an open window to a certain moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from puzzler.board import Board, Scenario, shuffle
from puzzler.game.lab.prediction import PredictionKind
from puzzler.game.race.racing import Racing
from puzzler.game.race.state import RacePhase
from puzzler.game.review.drilling import DrillPhase
from puzzler.search.method import Method
from puzzler.window.common.entering import LAB_TAB
from puzzler.window.race.view import choose_tab
from screenshots.window import Window

FIFTEEN = shuffle(4, 4, seed=7)
"""51 moves from its goal."""
EIGHT = Scenario(Board.parse("6 7 5/0 3 1/2 4 8"), Board.solved(3, 3))
"""21 moves from its goal."""
HARDEST = Scenario(Board.parse("8 6 7/2 5 4/3 0 1"), Board.solved(3, 3))
"""31 moves from its goal, the largest distance on 3x3."""
OWN = "UULDRLDRRULURDLLURDDRUULDLURDDLURDR"
"""A play of ``HARDEST`` with two detours."""
TWENTY_FOUR = shuffle(5, 5, seed=11)
PLAYED = "URDLLLRULDUUURDRURDDDLUUULLRDLDDRRUUUDRULDRUDDLULDLDRRUULDDRR"
"""A play of ``FIFTEEN`` with five detours: 61 moves instead of 51."""
PACE = 0.62
"""Seconds per move."""


def wait_for_shortest(window: Window) -> None:
    """Wait for the shortest solution of the board."""
    window.wait(lambda: window.session.snapshot().coach.shortest.moves is not None)


def play_moves(window: Window, moves: int) -> None:
    """The game after some moves of ``PLAYED``."""
    window.play(PLAYED[:moves], moves * PACE)
    wait_for_shortest(window)
    window.settle()


def finish(window: Window) -> None:
    """The result card after a solve with a new record."""
    wait_for_shortest(window)
    window.play(PLAYED, len(PLAYED) * PACE)
    window.wait(lambda: window.session.snapshot().play.finish is not None)
    window.settle()


def coach(window: Window) -> None:
    """The coach after a detour."""
    window.play(PLAYED[:9], 9 * PACE)

    def is_proven() -> bool:
        line = window.session.snapshot().coach.line
        return line is not None and line.lost is not None and line.first_moves is not None

    window.wait(is_proven)
    window.settle()


def hint(window: Window) -> None:
    """A hint in its second stage."""
    for part in ("cell", "move"):  # first the tile and then its direction
        window.key("h")
        window.wait(
            lambda part=part: getattr(window.session.snapshot().coach.hint, part, None) is not None
        )
    wait_for_shortest(window)
    window.settle()


def watch(window: Window) -> None:
    """The middle of the playback of a solution."""
    wait_for_shortest(window)
    window.key("s")
    window.wait(lambda: window.session.activity.timeline is not None)
    track, view = window.session.activity.timeline, window.app.view
    window.wait(lambda: track.position >= 35 and not view.is_moving)


def editor(window: Window) -> None:
    """An unsolvable board in the editor."""
    window.key("e")
    window.settle()
    for cell in (8, 9):
        window.click_cell(cell)
    window.settle()


def settings(window: Window) -> None:
    """The settings over a game."""
    play_moves(window, 7)
    window.key("f2")
    window.settle()


def statistics(window: Window) -> None:
    """The statistics of two months and of the current session."""
    finish(window)
    window.key("t")
    window.settle()


def searching(window: Window) -> None:
    """A running search."""
    window.key("s")
    window.wait(lambda: _expanded(window) >= 10_000_000)


def anytime(window: Window, seconds: float) -> None:
    """A search of Anytime after ``seconds``."""

    def is_reached() -> bool:
        figures, track = window.app.shown.watch.figures, window.app.shown.watch.track
        if figures is None or track is None or not figures.improvements:
            return False
        is_displayed = figures.improvements[-1].length == track.total
        stats = figures.stats
        return is_displayed and stats is not None and stats.elapsed >= seconds

    window.key("s")
    window.wait(is_reached)


def review(window: Window) -> None:
    """A review of a play with five detours at its second detour."""
    finish(window)
    window.key("ctrl+4")
    reviewing = window.session.activity
    window.wait(lambda: len(reviewing.review.mistakes) == 5)
    for _ in range(2):
        window.key("pagedown")
    window.wait(lambda: reviewing.state().first_moves is not None)
    window.settle()


def drill(window: Window) -> None:
    """A card after a wrong answer."""
    review(window)
    drills = window.session.drills
    window.wait(lambda: drills.due == 5)
    window.key("k")
    drilling = window.session.activity
    window.wait(lambda: drilling.state().phase is DrillPhase.ASKING)
    window.settle()
    window.play(PLAYED[5], PACE)  # like the mistake in the game
    window.wait(lambda: (path := drilling.state().continuation) is not None and path.position >= 2)
    window.key("space")
    window.settle()


def lab(window: Window, tab: str, method: Method, moment: int, own: str = "") -> None:
    """The Lab at ``moment``, after ``own`` moves by hand."""
    if own:
        window.play(own, len(own) * PACE)
    window.session.lab.open(method=method)
    window.app.ui.choose(LAB_TAB, tab)
    inspecting = window.session.activity
    window.wait(lambda: inspecting.state().glimpse is not None)
    # first to the end, which sets the length of the track
    inspecting.to_end()
    window.wait(lambda: (now := inspecting.state()).is_at_end and now.is_end_known)
    inspecting.seek(moment)
    window.wait(lambda: (now := inspecting.state()).target is None and not now.is_seeking)
    window.rest(2.0)  # trees and maps are built in slices


def predict(window: Window, method: Method, moment: int) -> None:
    """A question about the next expanded board."""
    lab(window, "frontier", method, moment)
    inspecting = window.session.activity
    inspecting.ask(PredictionKind.NEXT)
    window.wait(lambda: inspecting.state().question is not None)
    window.settle()


def race(window: Window, methods: Sequence[Method], tab: str, moment: float | None = None) -> None:
    """A finished race at its end or at ``moment``."""
    racing = _finished_race(window, methods)
    choose_tab(window.app, tab)
    if moment is not None:
        racing.seek(moment)
        window.wait(lambda: all(lane.is_there for lane in racing.lanes))
    window.settle()


def race_as_it_goes(
    window: Window, methods: Sequence[Method], tab: str, frames: int
) -> Iterator[None]:
    """An animation of a race, with the end displayed twice as long as other moments."""
    racing = _finished_race(window, methods)
    timeline = racing.state().timeline
    choose_tab(window.app, tab)
    for frame in range(frames + 1):
        racing.seek(timeline.end * frame / frames)
        window.wait(lambda: all(lane.is_there for lane in racing.lanes))
        window.pass_time(0.3)
        yield


def _finished_race(window: Window, methods: Sequence[Method]) -> Racing:
    window.session.race.open(methods=methods)
    racing = window.session.activity
    racing.start()
    window.wait(lambda: racing.phase is RacePhase.OVER)
    window.wait(lambda: racing.state().timeline is not None)
    window.rest(1.0)
    return racing


def lessons(window: Window) -> None:
    """The list of lessons with two started lessons."""
    for name in ("greedy", "a-star"):
        lesson(window, name, 1)
    window.session.lessons.browse()
    window.settle()


def lesson(window: Window, name: str, step: int) -> None:
    """A step of a lesson, counted from 0."""
    teaching = window.session.lessons
    teaching.enter()
    teaching.begin(teaching.shelf.lessons[name], step)
    window.rest(3.0)
    window.settle()


def _expanded(window: Window) -> int:
    figures = window.app.shown.watch.figures
    return 0 if figures is None or figures.stats is None else figures.stats.expanded
