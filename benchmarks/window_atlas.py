"""Measure the map of all 3x3 states and the tree of a search: time to build, and frames.

    python benchmarks/window_atlas.py [--width N] [--height N] [--scale S]

Draws without a screen into a surface of the given size. Frames follow each other without a pause,
so that times are those of the work. The trees have 20,000 nodes: a wide one of breadth-first search
and a deep one of depth-first search. The time of the search itself is not included.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import deque
from collections.abc import Callable, Iterator

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import numpy as np
import pygame
from pygame import Rect, Surface

from puzzler.board import Board
from puzzler.progress import finish
from puzzler.search.inspection.atlas import build_atlas
from puzzler.search.inspection.observation import SuccessorOutcome
from puzzler.search.inspection.tree import CODES, NO_LIMIT, ROW, TreeRecords, grow_tree
from puzzler.search.packing import neighbours_of, rank_of
from puzzler.window.board.tiles import Skin
from puzzler.window.core.themes import load_theme
from puzzler.window.lab.map import StateMap
from puzzler.window.lab.map_picture import MapTrack, TrackKind
from puzzler.window.lab.tree import TreeRequest, TreeView
from puzzler.window.toolkit.element import Touch
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.ui import Ui

DUPLICATE = CODES[SuccessorOutcome.DUPLICATE]
NEW = CODES[SuccessorOutcome.NEW]

START = Board.parse("8 6 4/2 1 3/5 7 0")
GOAL = Board.parse("0 1 2/3 4 5/6 7 8")
FRAME = 1 / 60


def searched(*, is_deep: bool, limit: int) -> tuple[TreeRecords, list[int]]:
    """Return the first expansions of a graph search and their states."""
    after = neighbours_of(GOAL).tolist()
    first = rank_of(START)
    frontier, visited = deque([(first, -1, -1, 0)]), {first}
    rows, states = [], []
    while frontier and len(states) < limit:
        rank, parent, move, g = frontier.pop() if is_deep else frontier.popleft()
        row, children = [0] * 4, []
        for way, to in enumerate(after[rank]):
            if to >= 0:
                row[way] = DUPLICATE if to in visited else NEW
                if to not in visited:
                    visited.add(to)
                    children.append((to, len(states), way, g + 1))
        rows.append((parent, move, row, g, 0, g, g + 1, 0, NO_LIMIT))
        states.append(rank)
        frontier.extend(reversed(children) if is_deep else children)
    grown = TreeRecords(np.array(rows, ROW))
    return grown, states


def timed(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def report(what: str, seconds: list[float]) -> None:
    figures = zip(("p50", "p99", "worst"), np.percentile(seconds, (50, 99, 100)), strict=True)
    print(f"  {what}: " + ", ".join(f"{name} {1000 * value:.1f} ms" for name, value in figures))


def chart_all() -> None:
    steps = []
    began = last = time.perf_counter()

    def note(_: object) -> None:
        nonlocal last
        now = time.perf_counter()
        steps.append(now - last)
        last = now

    build_atlas(GOAL, note)
    print(f"  all of it {1000 * (last - began):.0f} ms, longest step {1000 * max(steps):.1f} ms")


def light(surface: Surface, painter: Painter, area: Rect, states: list[int]) -> None:
    """Light all 181,440 states within one second of frames, with moving tracks and pointer."""
    state_map = StateMap("map")
    ui = Ui(painter, lambda: state_map)
    state_map.place(ui, area)
    began = time.perf_counter()
    state_map.show(GOAL, Skin())
    state_map.take(build_atlas(GOAL))
    state_map.draw(ui, surface, Touch())
    print(f"  first picture after {1000 * (time.perf_counter() - began):.0f} ms")
    assert state_map.picture is not None
    atlas = state_map.picture.atlas
    own = MapTrack(TrackKind.OWN, atlas.along(START, START.legal_moves()[:1]))
    shortest = MapTrack(TrackKind.SHORTEST, atlas.shortest(START))
    ranks = np.array(states, np.int32)
    share = -(-len(ranks) // 60)

    def frame(at: int) -> None:
        state_map.lights.add(ranks[at : at + share])
        here = atlas.board(int(ranks[min(at, len(ranks) - 1)]))
        path = MapTrack(TrackKind.SEARCH, atlas.shortest(here))
        state_map.tracks = own, shortest, path
        touch = Touch((area.centerx + at % 99, area.centery))
        state_map.look(ui, touch)
        state_map.draw(ui, surface, touch)

    report(
        f"lit within 60 frames, {share:,} states each",
        [timed(lambda at=at: frame(at)) for at in range(0, len(ranks), share)],
    )

    def back(moment: int) -> None:
        state_map.lights.dim_to(moment)
        state_map.draw(ui, surface, Touch())

    report("dragged back", [timed(lambda m=m: back(m)) for m in range(len(ranks), 0, -share)])
    report("zoomed and moved", list(moved(state_map, ui, surface, area)))


def moved(widget: StateMap | TreeView, ui: Ui, surface: Surface, area: Rect) -> Iterator[float]:
    """Zoom in and out at several places, and drag between them."""

    def frame() -> None:
        widget.look(ui, Touch())
        widget.draw(ui, surface, Touch())

    for across, down in ((0.5, 0.9), (0.3, 0.6), (0.5, 0.3), (0.7, 0.95)):
        at = round(area.left + area.width * across), round(area.top + area.height * down)
        for lines in (-1, 1):
            for count in range(40):
                widget.wheel(ui, -lines, at)
                yield timed(frame)
                if count % 8 == 7:
                    widget.press(ui, at)
                    for step in range(1, 7):
                        widget.drag(ui, (at[0] + 11 * step, at[1] - 7 * step))
                        yield timed(frame)
                    widget.release(ui, at)


def show_tree(surface: Surface, painter: Painter, area: Rect, grown: TreeRecords) -> None:
    count = len(grown.rows)
    tree = finish(grow_tree(START, grown, count))
    layers = np.diff(tree.layers)
    print(
        f"  {len(tree.parents):,} nodes in {len(layers):,} layers of at most {layers.max():,}: "
        f"laid out in {1000 * timed(lambda: finish(grow_tree(START, grown, count))):.0f} ms"
    )
    view = TreeView("tree")
    ui = Ui(painter, lambda: view)
    view.place(ui, area)

    def frame(moment: int) -> None:
        view.show(TreeRequest(0, START, grown, moment, GOAL, Skin(), "f"))
        view.advance()
        view.look(ui, Touch())
        view.draw(ui, surface, Touch())

    report("grown", [timed(lambda m=m: frame(m)) for m in range(0, count, max(1, count // 600))])
    while view.advance():
        pass
    report("zoomed and moved", list(moved(view, ui, surface, area)))


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--width", type=int, default=620)
    parser.add_argument("--height", type=int, default=480)
    parser.add_argument("--scale", type=float, default=1.0)
    chosen = parser.parse_args()
    pygame.display.init()
    pygame.font.init()
    surface = pygame.display.set_mode((chosen.width, chosen.height))
    painter = Painter(load_theme("dark"), chosen.scale)
    area = surface.get_rect()
    print("atlas of 3x3")
    chart_all()
    _, states = searched(is_deep=False, limit=181_440)
    print("map")
    light(surface, painter, area, states)
    for is_deep in (False, True):
        print("deep tree" if is_deep else "wide tree")
        grown, _ = searched(is_deep=is_deep, limit=11_000 if is_deep else 13_000)
        show_tree(surface, painter, area, grown)


if __name__ == "__main__":
    main()
