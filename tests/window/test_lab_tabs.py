"""The tabs of the Lab: what they show is the search's own, at every moment, and hands reach it."""

from __future__ import annotations

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pygame
import pytest
from pygame import Rect, Surface

from puzzler.board import Board
from puzzler.board.scenario import Problem
from puzzler.game.lab.prediction import QuestionKind, judge, make_question
from puzzler.game.watch.terms import TERMS
from puzzler.search.engine.search import Search
from puzzler.search.heuristics.heuristic import BuildProgress
from puzzler.search.inspection.inspector import Inspector
from puzzler.search.inspection.recording import ExpansionLog
from puzzler.search.inspection.values import Glimpse
from puzzler.search.method import Method
from puzzler.search.samples import Samples
from puzzler.search.solve import begin
from puzzler.window.board.skin import Skin
from puzzler.window.display import automatic_scale
from puzzler.window.lab.map_tracks import TrackKind
from puzzler.window.lab.tree_marks import MARK_TITLES
from puzzler.window.panels import lab_plots
from puzzler.window.panels.panel import Panel
from puzzler.window.themes import load_theme
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.scene import Scene
from puzzler.window.widgets.control import Controls
from puzzler.window.widgets.spot import Spot
from puzzler.window.window import LENS

GOAL = Board.solved(2, 3)
FAR = Board.parse("4 5 0/1 2 3")
"""21 moves from the goal, as far as can be."""
MID = Board.parse("1 5 4/3 0 2")
AREAS = {(1280, 800): Rect(520, 64, 744, 560), (640, 480): Rect(8, 44, 624, 300)}


def made(problem: Problem, method: Method) -> Search:
    """A search, nothing of it done."""
    steps = begin(problem, method)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            search: Search = end.value
            return search


class Lens:
    """A search under the lens that needs no thread."""

    def __init__(self, start: Board, goal: Board, method: Method) -> None:
        self.problem, self.method = Problem(start, goal), method
        self.question = self.verdict = None
        self.is_running = False
        self.samples = Samples(method)
        self.sought: list[int] = []
        self.wanted: tuple[bool, bool] = (False, False)

        def making() -> Generator[BuildProgress, None, Search]:
            return begin(self.problem, method)

        self.log = ExpansionLog(start, making)
        self.go(0)

    def go(self, moment: int) -> Lens:
        """Stand at ``moment``, and have all recorded up to there."""
        inspector = Inspector(made(self.problem, self.method))
        self.search = inspector.search
        self.samples.take(self.search)
        for _ in range(moment):
            if inspector.step() is None:
                break
            self.samples.take(self.search)
        self.sampled = self.samples.snapshot(self.search)
        self.glimpse: Glimpse = inspector.glimpse()
        self.expansions = self.glimpse.expansions
        self.coming = inspector.step()
        self.log.want(ranks=True, tree=True)
        while self.log.lags(self.search, self.expansions):
            self.log.advance(self.search, self.expansions)
        return self

    def state(self) -> Lens:
        return self

    def record(self, *, ranks: bool = False, tree: bool = False) -> None:
        self.wanted = ranks, tree

    def seek(self, moment: int) -> None:
        self.sought.append(moment)
        self.go(moment)

    def ask_next(self) -> None:
        self.question = make_question(
            self.glimpse, self.coming, self.method.heuristic, QuestionKind.NEXT
        )

    def answer(self, choice: int) -> None:
        question, self.question = self.question, None
        self.verdict = judge(question, choice)
        self.go(question.moment + 1)


class Bench:
    """A desk with a search under its lens, and a panel on it."""

    def __init__(self, lens: Lens, size: tuple[int, int] = (1280, 800)) -> None:
        pygame.display.set_mode(size)
        self.painter = Painter(load_theme("dark"), automatic_scale(*size))
        self.controls = Controls([])
        self.view = SimpleNamespace(skin=Skin())
        lens.own_path = (lens.problem.start,)
        self.session = SimpleNamespace(
            activity=SimpleNamespace(goal=lens.problem.goal),
            lab=self,
            lessons=SimpleNamespace(is_open=False),
        )
        self.inspecting = self.current = lens
        self.is_compact = size[0] < 900
        self.is_lens_shown = self.is_lesson_shown = False
        self.lab_tab = "frontier"
        self.lab_tabs: list[str] = []
        self.now = 0.0
        self.said = ""
        self.area = AREAS[size]
        self.surface = Surface(size)

    def say(self, words: str) -> None:
        self.said = words

    def put(self, make: Callable[[Any], Panel]) -> Any:
        """A panel, laid out and drawn."""
        panel = make(self)
        panel.follow()
        panel.place(self.painter, self.area)
        self.frame(panel)
        return panel

    def frame(self, panel: Panel, count: int = 1) -> None:
        """Let time pass, and draw; whatever is drawn stays where it belongs."""
        for _ in range(count):
            self.now += 0.2
            panel.follow()
            self.controls.show_only(panel.controls)
            parts = list(panel.parts(self.painter))
            assert len({part.key for part in parts}) == len(parts)
            Scene(Surface(self.surface.get_size())).update(self.surface, parts)
            for control in panel.controls:
                assert self.area.contains(control.rect), control.name

    def settle(self, panel: Any) -> None:
        """What takes several frames is done, however busy the machine is."""
        self.frame(panel)
        for _ in range(1000):
            if panel.seconds_to_change() is None:
                return
            self.frame(panel)
        raise AssertionError("it never came to an end")

    def words(self, panel: Panel) -> set[str]:
        """What the labels say."""
        looks = [part.look for part in panel.parts(self.painter)]
        return {look[0] for look in looks if isinstance(look, tuple) and isinstance(look[0], str)}

    def click(self, panel: Panel, at: tuple[int, int]) -> None:
        """Point, press and release."""
        for kind, more in (
            (pygame.MOUSEMOTION, {"rel": (0, 0), "buttons": (0, 0, 0)}),
            (pygame.MOUSEBUTTONDOWN, {"button": 1}),
            (pygame.MOUSEBUTTONUP, {"button": 1}),
        ):
            self.controls.handle(pygame.Event(kind, pos=at, **more))
        self.frame(panel)


@pytest.fixture(autouse=True)
def _screen() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.display.quit()
    pygame.font.quit()


def lens(algorithm: str = "astar", start: Board = FAR, **more: Any) -> Lens:
    return Lens(start, GOAL, Method(algorithm, "manhattan", **more))


# ---- The strip --------------------------------------------------------------------------


def test_every_tab_is_chosen_by_click_and_only_it_is_drawn() -> None:
    bench = Bench(lens().go(20))
    tabs = bench.put(LabTabs)
    assert bench.lab_tabs == [tab.name for tab in LAB_TABS]
    for tab, segment in zip(LAB_TABS, tabs.strip.segments(), strict=True):
        bench.click(tabs, segment.center)
        assert bench.lab_tab == tab.name
        assert tabs.panel.name == f"lab {tab.name}"
        assert set(tabs.controls) == {tabs.strip, *tabs.panel.controls}
        assert tabs.tip("lab tab").words == tab.tip
        assert tabs.body.contains(tabs.panel.controls[0].rect)


def test_a_compact_window_has_the_lens_as_a_tab() -> None:
    bench = Bench(lens(), (640, 480))
    tabs = bench.put(LabTabs)
    assert bench.lab_tabs == [LENS, *(tab.name for tab in LAB_TABS)]
    bench.lab_tab, bench.is_lens_shown = LENS, True
    bench.frame(tabs)
    assert tabs.panel is None
    assert tabs.controls == [tabs.strip]
    assert tabs.strip.chosen == LENS
    assert tabs.body.height > 100


def test_in_a_wide_window_the_lens_is_no_tab() -> None:
    bench = Bench(lens())
    bench.lab_tab = LENS
    tabs = bench.put(LabTabs)
    assert tabs.panel.name == "lab frontier"


# ---- Frontier ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", AREAS, ids=str)
@pytest.mark.parametrize("moment", [0, 1, 60])
def test_the_frontier_in_the_order_of_taking(size: tuple[int, int], moment: int) -> None:
    search = lens().go(moment)
    bench = Bench(search, size)
    panel = bench.put(LabFrontier)
    assert panel.shape is Shape.QUEUE
    grid = panel.grids[0]
    cards = [grid.card(index) for index in range(grid.count)]
    assert [card.board for card in cards] == [w.node.board for w in search.glimpse.frontier]
    assert [card.words for card in cards] == [w.tie for w in search.glimpse.frontier]
    assert cards[0].rank == "next"
    assert cards[0].board == search.coming.node.board
    assert cards[0].is_lit
    first = search.glimpse.frontier[0].node
    assert dict(cards[0].figures) == {"g": str(first.g), "h": str(first.h), "f": str(first.f)}
    assert any(search.glimpse.rule.words in words for words in bench.words(panel))


def test_what_comes_next_is_what_was_shown_first() -> None:
    search = lens()
    bench = Bench(search)
    panel = bench.put(LabFrontier)
    for moment in range(1, 40):
        shown = panel.grids[0].card(0).board
        search.go(moment)
        assert search.glimpse.expansion.node.board == shown
        bench.frame(panel)


def test_the_histogram_is_of_all_that_wait() -> None:
    search = lens().go(90)
    panel = Bench(search).put(LabFrontier)
    assert panel.histogram.counts == search.glimpse.histogram
    assert sum(bar.count for bar, _ in panel.histogram.places()) == sum(
        count for _, count in search.glimpse.histogram
    )


def test_fifty_are_reached_by_scrolling() -> None:
    goal = Board.solved(3, 3)
    search = Lens(Board.parse("8 6 7/2 5 4/3 0 1"), goal, Method("astar", "manhattan")).go(300)
    bench = Bench(search)
    panel = bench.put(LabFrontier)
    grid = panel.grids[0]
    assert grid.count >= 50
    while grid.wheel(1):
        bench.frame(panel)
    assert grid.rect.contains(grid.card_rect(grid.count - 1))
    assert any("the first 60 of" in words for words in bench.words(panel))


def test_where_the_search_has_ended_nothing_is_next() -> None:
    search = lens(start=MID)
    search.go(100_000)
    assert search.coming is None
    bench = Bench(search)
    panel = bench.put(LabFrontier)
    cards = [panel.grids[0].card(index) for index in range(panel.grids[0].count)]
    assert cards
    assert not any(card.is_lit or card.rank == "next" for card in cards)
    assert not any(words.startswith("Next") for words in bench.words(panel))


@pytest.mark.parametrize("size", AREAS, ids=str)
@pytest.mark.parametrize("algorithm", ["idastar", "iddfs"])
def test_a_path_under_its_bound(size: tuple[int, int], algorithm: str) -> None:
    search = lens(algorithm, MID)
    bench = Bench(search, size)
    panel = bench.put(LabFrontier)
    for moment in (0, 1, 12):
        search.go(moment)
        bench.frame(panel)
        glimpse = search.glimpse
        assert panel.shape is Shape.PATH
        assert panel.grids[0].count == len(glimpse.path)
        assert panel.profile.profile.bound == glimpse.bound
        assert panel.profile.profile.next_bound == glimpse.next_bound
        assert len(panel.profile.profile.figures) == len(glimpse.path)
    last = panel.grids[0].card(len(glimpse.path) - 1)
    assert last.is_lit
    assert last.board == glimpse.expansion.node.board


@pytest.mark.parametrize("size", AREAS, ids=str)
def test_both_ends_have_a_side_each(size: tuple[int, int]) -> None:
    search = lens("bidirectional").go(8)
    panel = Bench(search, size).put(LabFrontier)
    assert panel.shape is Shape.SIDES
    for side, grid in enumerate(panel.grids):
        boards = [w.node.board for w in search.glimpse.frontier if w.node.side == side]
        assert [grid.card(index).board for index in range(grid.count)] == boards
        assert boards
    ranks = [grid.card(0).rank for grid in panel.grids]
    assert ranks.count("next") == 1, "one of them is next of all"


@pytest.mark.parametrize("algorithm", ["bfs", "dfs", "greedy", "beam", "walk", "anytime"])
def test_every_algorithm_in_its_own_terms(algorithm: str) -> None:
    search = lens(algorithm)
    bench = Bench(search)
    panel = bench.put(LabFrontier)
    for moment in (1, 2, 5, 9):
        search.go(moment)
        bench.frame(panel)
        assert panel.shape is shape_of(search.glimpse)


def test_another_shape_is_laid_out_anew() -> None:
    bench = Bench(lens("idastar").go(5))
    panel = bench.put(LabFrontier)
    assert panel.profile in panel.controls
    bench.inspecting = lens().go(5)
    bench.frame(panel)
    assert panel.shape is Shape.QUEUE
    assert panel.histogram in panel.controls
    assert panel.profile not in panel.controls


# ---- Bets -------------------------------------------------------------------------------


def test_a_bet_shows_the_choices_and_nothing_that_tells() -> None:
    search = lens().go(30)
    bench = Bench(search)
    panel = bench.put(LabFrontier)
    search.ask_next()
    bench.frame(panel)
    grid = panel.grids[0]
    cards = [grid.card(index) for index in range(grid.count)]
    assert [card.board for card in cards] == [c.node.board for c in search.question.choices]
    assert not any(card.rank or card.words or card.is_lit or card.mark for card in cards)
    assert panel.controls == [grid], "no chart"
    assert search.question.words in bench.words(panel)


@pytest.mark.parametrize("is_right", [True, False])
def test_a_click_answers_and_shows_what_was_right(is_right: bool) -> None:
    search = lens().go(30)
    bench = Bench(search)
    panel = bench.put(LabFrontier)
    search.ask_next()
    bench.frame(panel)
    right = search.question.right
    choice = right if is_right else (right + 1) % len(search.question.choices)
    bench.click(panel, panel.grids[0].card_rect(choice).center)
    assert search.verdict.chosen == choice
    assert search.verdict.is_right is is_right
    cards = [panel.grids[0].card(index) for index in range(panel.grids[0].count)]
    assert cards[right].mark == "check"
    assert cards[right].rank == "next"
    assert [card.mark for card in cards].count("close") == (0 if is_right else 1)
    assert search.verdict.words in bench.words(panel)
    search.verdict = None
    bench.frame(panel)
    assert panel.shape is Shape.QUEUE, "then the frontier is there again"
    bench.click(panel, panel.grids[0].card_rect(0).center)
    assert search.verdict is None, "and a click answers nothing"


# ---- Map --------------------------------------------------------------------------------


def charted(bench: Bench) -> Any:
    """A map that is drawn."""
    panel = bench.put(LabMap)
    bench.settle(panel)
    assert panel.map.atlas is not None
    return panel


@pytest.mark.parametrize("size", AREAS, ids=str)
@pytest.mark.parametrize("algorithm", ["astar", "idastar"])
def test_the_map_is_lit_forward_and_back(size: tuple[int, int], algorithm: str) -> None:
    search = lens(algorithm, MID)
    bench = Bench(search, size)
    panel = charted(bench)
    assert search.wanted == (True, False)
    for moment in (7, 12, 3, 0, 12):
        search.go(moment)
        bench.frame(panel)
        assert panel.map.moment == search.expansions
        atlas = panel.map.atlas
        lit = {rank for rank in range(len(atlas.distances)) if panel.map.lit_at(rank) is not None}
        expanded = set(search.log.ranks_between(0, search.expansions).tolist())
        assert lit == expanded


def test_tracks_of_the_search_of_a_shortest_path_and_of_the_person() -> None:
    search = lens(start=MID).go(6)
    bench = Bench(search)
    step = MID.apply(min(MID.legal_moves()))
    search.own_path = (MID, step)
    panel = charted(bench)
    tracks = {track.kind: track.ranks for track in panel.map._tracks}
    atlas = panel.map.atlas
    path = [atlas.board(int(rank)) for rank in tracks[TrackKind.SEARCH]]
    assert path == [node.board for node in search.glimpse.path]
    assert [atlas.board(int(rank)) for rank in tracks[TrackKind.OWN]] == [MID, step]
    assert len(tracks[TrackKind.SHORTEST]) == atlas.distance(MID) + 1
    assert {kind.title for kind in TrackKind} <= bench.words(panel)


def test_nothing_is_said_of_moves_that_nobody_made() -> None:
    bench = Bench(lens(start=MID).go(6))
    panel = charted(bench)
    assert TrackKind.OWN.title not in bench.words(panel)
    assert TrackKind.OWN not in {track.kind for track in panel.map._tracks}


def test_another_search_puts_the_lights_out() -> None:
    bench = Bench(lens(start=MID).go(9))
    panel = charted(bench)
    assert panel.map.moment == 9
    bench.inspecting = lens("bfs", MID).go(2)
    bench.frame(panel)
    assert panel.map.moment == 2
    assert panel.map.lit_at(int(bench.inspecting.state().log.ranks_between(0, 1)[0])) == 1


def test_a_click_on_a_lit_state_goes_to_its_expansion() -> None:
    search = lens(start=MID).go(9)
    bench = Bench(search)
    panel = charted(bench)
    rank = int(search.log.ranks_between(4, 5)[0])
    bench.click(panel, panel.map.place_of(rank))
    assert search.sought == [5]
    assert panel.map.moment == 5


def test_a_large_board_has_no_map() -> None:
    start = Board.parse("1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12")
    bench = Bench(Lens(start, Board.solved(4, 4), Method("astar", "manhattan")))
    panel = bench.put(LabMap)
    bench.frame(panel, 3)
    assert panel.controls == [panel.map]
    assert not bench.words(panel) & {kind.title for kind in TrackKind}


# ---- Tree -------------------------------------------------------------------------------


def test_the_tree_follows_the_moment_forward_and_back() -> None:
    search = lens(start=MID)
    bench = Bench(search)
    panel = bench.put(LabTree)
    assert search.wanted == (False, True)
    for moment in (1, 9, 4, 0, 9):
        search.go(moment)
        bench.settle(panel)
        tree = panel.view.tree
        assert tree.expanded == search.expansions
        if moment:
            assert tree.board(panel.view.present) == search.glimpse.expansion.node.board
            path = [tree.board(int(node)) for node in tree.path_to(panel.view.present)]
            assert path == [node.board for node in search.glimpse.path]


def test_a_click_on_a_node_goes_to_its_expansion() -> None:
    search = lens(start=MID).go(9)
    bench = Bench(search)
    panel = bench.put(LabTree)
    bench.settle(panel)
    bench.click(panel, panel.view.place_of(3))
    assert search.sought == [4]
    bench.settle(panel)
    assert panel.view.tree.expanded == 4


def test_following_is_turned_on_and_off() -> None:
    bench = Bench(lens(start=MID).go(9))
    panel = bench.put(LabTree)
    bench.settle(panel)
    bench.click(panel, panel.follows.rect.center)
    assert panel.view.is_following
    assert panel.follows.icon == "check", "told by a sign"
    bench.click(panel, panel.follows.rect.center)
    assert not panel.view.is_following
    bench.click(panel, panel.follows.rect.center)
    bench.click(panel, panel.whole.rect.center)
    assert not panel.view.is_following


@pytest.mark.parametrize("size", AREAS, ids=str)
def test_the_legend_of_the_tree_has_room(size: tuple[int, int]) -> None:
    bench = Bench(lens(start=MID).go(9), size)
    panel = bench.put(LabTree)
    assert set(MARK_TITLES.values()) <= bench.words(panel)
    assert panel.view.rect.height > 2 * panel.whole.rect.height


# ---- Plots ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", AREAS, ids=str)
@pytest.mark.parametrize("algorithm", ["astar", "idastar", "anytime"])
def test_plots_of_what_was_sampled(size: tuple[int, int], algorithm: str) -> None:
    search = lens(algorithm)
    bench = Bench(search, size)
    panel = bench.put(LabPlots)
    assert panel.picture.is_enabled is panel._has_curves
    search.go(50)
    bench.frame(panel, 2)
    assert panel.plot.shown.curves
    assert panel.plot.position == search.expansions
    assert panel.picture.is_enabled


def test_a_click_on_a_plot_goes_there() -> None:
    search = lens().go(80)
    bench = Bench(search)
    panel = bench.put(LabPlots)
    bench.click(panel, panel.plot.rect.center)
    assert len(search.sought) == 1
    assert panel.plot.position == search.sought[0]
    assert 20 < search.sought[0] < 60


def test_plots_are_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_plots, "results_folder", lambda: tmp_path)
    search = lens().go(80)
    bench = Bench(search)
    panel = bench.put(LabPlots)
    for button in (panel.picture, panel.table, panel.table):
        bench.click(panel, button.rect.center)
        assert str(tmp_path) in bench.said
    assert sorted(file.suffix for file in tmp_path.iterdir()) == [".csv", ".csv", ".png"]
    rows = next(tmp_path.glob("*.csv")).read_text(encoding="utf-8").splitlines()
    assert int(rows[-1].split(",")[2]) <= search.expansions
    assert all(file.stat().st_size > 100 for file in tmp_path.iterdir())


# ---- While it runs ----------------------------------------------------------------------


@pytest.mark.parametrize("make", [LabFrontier, LabMap])
def test_lens_and_tab_take_turns_while_the_search_runs(make: Callable[[Any], Panel]) -> None:
    search = lens(start=MID).go(3)
    bench = Bench(search)
    panel = charted(bench) if make is LabMap else bench.put(make)
    search.is_running = True

    def shown() -> int:
        if isinstance(panel, LabMap):
            return panel.map.moment
        return panel._followed[0].expansions

    for moment in (4, 5):
        search.go(moment)
        bench.frame(panel)
        assert shown() == moment - 1, "in this frame the lens is drawn"
        bench.frame(panel)
        assert shown() == moment
    for moment in (6, 7, 8):
        search.go(moment)
        bench.frame(panel)
    assert shown() >= 7, "however many come, no two frames in a row are left out"
    search.is_running = False
    bench.frame(panel)
    assert shown() == 8, "where it stands still all show the same"


# ---- What words mean --------------------------------------------------------------------


@pytest.mark.parametrize("tab", LAB_TABS, ids=lambda tab: tab.name)
@pytest.mark.parametrize("algorithm", ["astar", "idastar", "bidirectional"])
def test_terms_are_defined_where_they_are_pointed_at(tab: LabTab, algorithm: str) -> None:
    bench = Bench(lens(algorithm, MID).go(8))
    panel = bench.put(tab.make)
    for control in panel.controls:
        tip = panel.tip(control.name)
        if isinstance(control, Spot) and tip is not None:
            assert tip.words.endswith(".")
            assert any(line in tip.words for line in TERMS.values())
    if tab.name == "frontier":
        spots = [control for control in panel.controls if isinstance(control, Spot)]
        assert all(panel.tip(spot.name) is not None for spot in spots)
        assert len(spots) == (2 if algorithm == "idastar" else 1), "a bound is explained, too"
