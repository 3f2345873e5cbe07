"""The tree of a search in layers: moved and zoomed by hand, its present path lit."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from dataclasses import dataclass, field, replace

import numpy as np
from pygame import Rect, Surface

from puzzler.board.board import Board
from puzzler.search.tree import Grown, Mark, SearchTree, growing
from puzzler.window.board.tiles import Skin
from puzzler.window.lab.hover_card import draw_hover_card
from puzzler.window.lab.tree_marks import MARK_TITLES
from puzzler.window.lab.tree_picture import TreePicture
from puzzler.window.toolkit.element import Context, Point, Touch
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.viewport import Panned

_REACH_UNITS = 10
_WORK_A_FRAME = 1000
"""Nodes of the next tree that are placed in a frame: about two milliseconds of work."""
_MOST_BEHIND = 30
"""So many expansions are made up for in a frame or two, in which nothing need change its look."""
_NO_PATH = np.zeros(0, np.int32)


@dataclass(frozen=True)
class Wanted:
    """A tree to show."""

    run: Hashable
    """Tells one search from another."""
    start: Board
    grown: Grown = field(compare=False)
    moment: int
    goal: Board
    skin: Skin

    @property
    def known(self) -> int:
        """How many expansions are known of those until the moment."""
        return min(self.moment, len(self.grown.parents))


class TreeView(Panned):
    """Layers are moves from the root. ``on_choose`` is called with a moment of the search."""

    def __init__(self, key: Hashable) -> None:
        super().__init__(key)
        self.on_choose: Callable[[int], None] | None = None
        self.is_following = False
        """The present node stays in the middle, until a hand moves the tree."""
        self._picture: TreePicture | None = None
        self._present: int | None = None
        self._path = _NO_PATH
        self._painter: Painter | None = None
        self._painted: tuple[Hashable, Surface] | None = None
        self._painting: tuple[Hashable, Generator[None, None, Surface]] | None = None
        self._wanted: Wanted | None = None
        self._shown: Wanted | None = None
        self._making: tuple[Wanted, Generator[int, None, SearchTree]] | None = None

    # ---- What is shown ------------------------------------------------------------------

    @property
    def tree(self) -> SearchTree | None:
        """What is shown."""
        return None if self._picture is None else self._picture.tree

    def show(self, wanted: Wanted | None) -> None:
        """Show the tree at a moment: ``advance`` makes it. None shows nothing."""
        self._wanted = wanted
        if wanted is None:
            self._making = None
            self.set_tree(None, wanted)

    def advance(self, work: int = _WORK_A_FRAME) -> bool:
        """Do so much of the tree that was asked for, in nodes; True while there is more to do.

        One that was begun is shown before another is begun, so that each frame may ask for a new.
        """
        if self._paint_on():
            return True
        done = 0
        while self._making is not None or self._wanted is not None:
            if self._making is None:
                wanted, self._wanted = self._wanted, None
                assert wanted is not None, "else there would be nothing to do"
                if wanted == self._shown and wanted.known == self._shown.known:
                    return False
                if self._is_full_for(wanted):
                    self._stay(wanted)
                    return False
                self._making = wanted, growing(wanted.start, wanted.grown, wanted.moment)
            wanted, steps = self._making
            try:
                done += max(1, next(steps))
            except StopIteration as made:
                self._making = None
                self.set_tree(made.value, wanted)
                self._begin_painting()
                break
            if done >= work:
                break
        return self._making is not None or self._wanted is not None or self._painting is not None

    def _begin_painting(self) -> None:
        """A new tree takes the place of the one on the screen once it is painted, frames later."""
        if self._picture is None or self._painter is None or self._painted is None:
            return
        steps = self._picture.painting(self._painter, self.viewport, self._path)
        self._painting = self._key(self._painter), steps

    def _paint_on(self) -> bool:
        """Do a part of the painting that was begun; True where there was one."""
        if self._painting is None:
            return False
        key, steps = self._painting
        if self._painter is None or key != self._key(self._painter):
            self._painting = None  # a hand has moved the tree: what is drawn is painted at once
            return False
        try:
            next(steps)
        except StopIteration as end:
            self._painted, self._painting = (key, end.value), None
        return True

    def _key(self, painter: Painter) -> Hashable:
        """What the painting depends on."""
        return self._picture, self._present, self.viewport.look, painter.theme, painter.scale

    def _is_full_for(self, wanted: Wanted) -> bool:
        """What is shown has no room for more, or more is not known: only the moment is another."""
        shown, tree = self._shown, self.tree
        if shown is None or tree is None or replace(wanted, moment=shown.moment) != shown:
            return False
        is_beyond = tree.expanded < min(wanted.known, shown.known)
        return is_beyond or wanted.known == shown.known

    def _stay(self, wanted: Wanted) -> None:
        """The same tree at another moment."""
        assert self._picture is not None, "there is a tree"
        self._shown = wanted
        tree = self._picture.tree
        if tree.is_full:
            self._picture.tree = replace(tree, moment=wanted.moment)
        self._light_path()

    def set_tree(self, tree: SearchTree | None, wanted: Wanted | None) -> None:
        """Show this one; what was in the middle of the picture stays where it is."""
        before, self._picture, self._shown = self._picture, None, wanted
        if tree is None or wanted is None:
            self._present, self._path = None, _NO_PATH
            self.viewport.fit()
            return
        held = None if before is None else before.nearest_expansion(self.viewport)
        was_at = None
        if before is not None and held is not None and held < tree.expanded:
            was_at = self.viewport.place_of(*before.place_of(held))
        self._picture = TreePicture(tree, wanted.goal, wanted.skin)
        self._reach()
        if was_at is not None and held is not None and not self.viewport.is_whole:
            now_at = self.viewport.place_of(*self._picture.place_of(held))
            self.viewport.pan(was_at[0] - now_at[0], was_at[1] - now_at[1])
        self._light_path()

    def _light_path(self) -> None:
        assert self._picture is not None, "there is a tree"
        tree = self._picture.tree
        self._present, self._path = None, _NO_PATH
        if not tree.is_cut and not self.is_behind:
            self._present = max(0, tree.moment - 1)
            self._path = tree.path_to(self._present)
            if self.is_following:
                self.viewport.go(self._picture.place_of(self._present))

    @property
    def present(self) -> int | None:
        """The node expanded last; None where it is not in the tree."""
        return self._present

    @property
    def is_behind(self) -> bool:
        """Much of what was asked for is not known yet, so that what is shown is much earlier."""
        shown, tree = self._shown, self.tree
        if shown is None or tree is None or tree.is_full:
            return False
        return shown.moment - tree.moment > _MOST_BEHIND

    def fit(self) -> None:
        """See all of it."""
        self.is_following = False
        self.viewport.fit()

    def follow(self) -> None:
        """See the present node from near, and keep it in the middle until a hand moves the tree."""
        self.is_following = True
        if self._picture is not None and self._present is not None:
            self.viewport.go(self._picture.place_of(self._present), is_near=True)

    # ---- Where things are ---------------------------------------------------------------

    def arrange(self, ui: Context, rect: Rect) -> None:
        super().arrange(ui, rect)
        self._painter = ui.painter
        self._reach()

    def place_of(self, node: int) -> Point:
        """Where a node lies, in pixels of the window."""
        assert self._picture is not None, "only nodes of a tree have a place"
        right, down = self.viewport.place_of(*self._picture.place_of(node))
        return round(right), round(down)

    def hovered(self, at: Point) -> int | None:
        """The node below the pointer, or the nearest to it; None where none is near."""
        if self._picture is None or self._painter is None or not self.rect.collidepoint(at):
            return None
        cell = self._picture.cell(self._painter, self.viewport)
        board = max(self._picture.goal.size) * cell // 2
        return self._picture.nearest(self.viewport, at, max(self._painter.px(_REACH_UNITS), board))

    # ---- Picture ------------------------------------------------------------------------

    def look(self, ui: Context, touch: Touch) -> Hashable:
        return (
            (self._picture, self._present, self._over(touch)),
            (self.viewport.look, self._painted and self._painted[0]),
            self._painter and (self._painter.theme, self._painter.scale),
        )

    def draw(self, ui: Context, surface: Surface, touch: Touch) -> None:
        painter = ui.painter
        theme, area = painter.theme, self.viewport.area
        painter.box(surface, self.rect, painter.px(6), theme.well, theme.panel_edge)
        picture = self._picture
        if picture is None:
            return
        key = self._key(painter)
        is_awaited = self._painting is not None and self._painting[0] == key
        if self._painted is None or (self._painted[0] != key and not is_awaited):
            self._painted = key, picture.painted(painter, self.viewport, self._path)
        surface.blit(self._painted[1], area)
        over = self._over(touch)
        if over is not None:
            clip = surface.get_clip()
            surface.set_clip(clip.clip(area))
            self._draw_hover(surface, painter, picture, over)
            surface.set_clip(clip)

    def _over(self, touch: Touch) -> int | None:
        """The node that the pointer asks about."""
        return None if touch.at is None or self.is_held else self.hovered(touch.at)

    def _draw_hover(
        self, surface: Surface, painter: Painter, picture: TreePicture, node: int
    ) -> None:
        tree = picture.tree
        g, h = int(tree.g[node]), int(tree.h[node])
        mark = Mark(tree.marks[node])
        is_closed = mark is Mark.CLOSED
        lines = [
            f"g {g:,}  h {h:,}" if is_closed else f"g {g:,}",
            f"expansion {node + 1:,}" if is_closed else MARK_TITLES[mark],
        ]
        at, board = self.place_of(node), tree.board(node)
        draw_hover_card(
            surface,
            painter,
            self.viewport.area,
            at,
            board,
            picture.goal,
            picture.skin,
            lines,
        )

    # ---- Input --------------------------------------------------------------------------

    @property
    def is_empty(self) -> bool:
        return self._picture is None

    def has_panned(self) -> None:
        self.is_following = False

    def choose_at(self, at: Point) -> None:
        node = self.hovered(at)
        if node is None or self.on_choose is None or self.tree is None:
            return
        if node < self.tree.expanded:
            self.on_choose(node + 1)

    def _reach(self) -> None:
        """The viewport knows how large the tree is."""
        if self._picture is not None and self._painter is not None:
            self.viewport.show(self._picture.extent(self._painter))
