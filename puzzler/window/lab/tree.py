"""The Tree tab: the search tree at the shown moment."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from pygame import Surface

from puzzler.board.board import Board
from puzzler.game.lab.prediction import PredictionKind
from puzzler.game.lab.state import LabState
from puzzler.game.lab.terms import TERMS
from puzzler.humanize import counted
from puzzler.search.engine.algorithm import Algorithm, Event
from puzzler.search.engine.stepping import Storage
from puzzler.search.inspection.observation import Node, SuccessorOutcome
from puzzler.search.inspection.recording import MAX_TREE
from puzzler.search.inspection.tree import SearchTree, TreeMark, TreeRecords, grow_tree
from puzzler.search.registry import ALGORITHMS
from puzzler.window.board.tiles import Skin
from puzzler.window.core.window import Window
from puzzler.window.lab.predict import hidden_note
from puzzler.window.lab.states_view import StateInfo, StatesView, shape_entry
from puzzler.window.lab.tree_picture import MARK_UNITS, MARKS, WORK_PER_FRAME, TreePicture
from puzzler.window.lab.words import figures_of
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Column, Row, Stack
from puzzler.window.toolkit.paint import Painter
from puzzler.window.toolkit.wrapping import Wrap

_TREE = "lab tree"
_MAX_LAG = 30
"""If fewer expansions are missing, the path remains highlighted, because they arrive soon."""
_NO_PATH = np.zeros(0, np.int32)


def tree(window: Window, lab: LabState) -> Element:
    """Build the tab: each state below its parent, with the path to the current state."""
    view, skin, log = window.ui.state(_TREE, partial(TreeView, _TREE)), window.view.skin, lab.log
    view.on_choose = window.session.lab.current.seek
    letter = figures_of(Node(lab.goal, None, 0, 0, 0), lab.method)[-1][0]
    start, grown = lab.problem.start, log.tree.read()
    view.show(TreeRequest(log, start, grown, lab.expansions, lab.goal, skin, letter))
    if view.advance():  # build the tree in small steps per frame
        window.ui.wake_in(0.001)
    if lab.question is not None and lab.question.kind is PredictionKind.NEXT:
        return hidden_note("tree")
    view.titles = mark_titles(ALGORITHMS[lab.method.algorithm])
    titles = tuple(
        (mark, title)
        for mark, title in view.titles.items()
        if mark is not TreeMark.PRUNED or view.has_pruned
    )
    return window.ui.reuse(_tree_panel, view, view.is_following, _missing(lab, view), titles)


def mark_titles(algorithm: Algorithm) -> dict[TreeMark, str]:
    """Return the titles of the marks that the trees of an algorithm contain."""
    titles = {mark: style.title for mark, style in MARKS.items()}
    if algorithm.keeps is Storage.PATH:
        titles |= {TreeMark.CLOSED: "expanded", TreeMark.FRONTIER: "on stack"}
    if any(Event.GO in code.runs for code in algorithm.codes):
        titles[TreeMark.PRUNED] = SuccessorOutcome.UNCHOSEN.value
    if algorithm.keeps is not Storage.BOTH_SIDES:
        del titles[TreeMark.MEETING]
    return titles


def _tree_panel(
    view: TreeView, is_following: bool, missing: str, titles: tuple[tuple[TreeMark, str], ...]
) -> Element:
    entries = [
        shape_entry(title, MARKS[mark].shape, MARK_UNITS, MARKS[mark].color,
                    TERMS.get(title, TERMS[MARKS[mark].title]))
        for mark, title in titles
    ]  # fmt: skip
    note = Text(missing, size=13, color="text_muted", lines=1)
    return Column(
        Stack(view, At(note, x=0, y=0, pad=(12, 6)), grow=1),
        Row(
            Wrap(*entries, gap=18, line_gap=0, grow=1),
            Button("Follow", view.toggle_following, icon="check" if is_following else "", size=14,
                   key="follow in tree", tip="Keep the last expansion centred and enlarged"),
            Button("Whole tree", view.fit, size=14, key="whole tree",
                   tip="Show the whole tree. Use the wheel to zoom, drag to move"),
        ),
        grow=1,
    )  # fmt: skip


def _missing(lab: LabState, view: TreeView) -> str:
    """Return the reason why the tree is incomplete, "" if it is complete."""
    if view.tree is None:
        return ""
    if view.tree.is_cut:
        return "The tree is full. The search continues without it"
    count, total = lab.log.tree.count, min(lab.expansions, MAX_TREE)
    return f"Loading: {count:,} of {counted(total, 'expansion')}" if count < total else ""


@dataclass(frozen=True)
class TreeRequest:
    """A request to show the tree of a search at a moment."""

    run: Hashable
    """Identifies the search."""
    start: Board
    grown: TreeRecords = field(compare=False)
    moment: int
    goal: Board
    skin: Skin
    letter: str
    """The name of the value that ranks the nodes."""


class TreeView(StatesView[TreePicture]):
    """The tree. Each layer is one move further from the root."""

    accessible_name = "Search tree"

    def __init__(self, key: Hashable) -> None:
        super().__init__(key)
        self.titles = {mark: style.title for mark, style in MARKS.items()}
        self.is_following = False
        """Whether the current node stays in the centre, until the user pans."""
        self.present: int | None = None
        """The node expanded last; None if the tree does not contain it."""
        self._path = _NO_PATH
        self._request: TreeRequest | None = None
        self._shown: TreeRequest | None = None
        self._builder = self._build_trees()
        self._painted: tuple[Hashable, Surface] | None = None
        self._awaited: Hashable = None
        """The key of the image that is being painted over several frames."""

    @property
    def tree(self) -> SearchTree | None:
        """The shown tree."""
        return None if self.picture is None else self.picture.tree

    @property
    def has_pruned(self) -> bool:
        """Whether a node of the shown tree is pruned."""
        return self.tree is not None and bool((self.tree.marks == TreeMark.PRUNED).any())

    def show(self, request: TreeRequest) -> None:
        """Request a tree; ``advance`` builds and shows it."""
        self._request = request

    def advance(self, work: int = WORK_PER_FRAME) -> bool:
        """Build the requested tree for about ``work`` nodes; return True if work remains.

        Call ``show`` in every frame: a new request does not interrupt the tree being built.
        """
        done: int | None = 0
        while done is not None and done < work:
            step = next(self._builder)
            done = None if step is None else done + step
        return done is not None

    def _build_trees(self) -> Iterator[int | None]:
        """Build and show requested trees forever; yield the work of each step, None if idle.

        A new tree is painted over two frames before it replaces the old image.
        """
        while True:
            request, self._request = self._request, None
            if request is None or self._keeps_tree(request):
                yield None
                continue
            tree = yield from grow_tree(request.start, request.grown, request.moment)
            self._set_tree(tree, request)
            if self.picture is not None and self.painter is not None and self._painted is not None:
                self._awaited = key = self._key(self.painter)
                picture, painter = self.picture, self.painter
                viewport, path = copy(self.viewport), self._path
                yield WORK_PER_FRAME
                surface = picture.paint_edges(painter, viewport)
                yield WORK_PER_FRAME
                self._painted = key, picture.paint_nodes(surface, painter, viewport, path)
                self._awaited = None

    def _keeps_tree(self, request: TreeRequest) -> bool:
        """Update the moment and return True if the shown tree also serves ``request``."""
        shown, picture = self._shown, self.picture
        if shown is None or picture is None or replace(request, moment=shown.moment) != shown:
            return False
        now, then = (min(each.moment, len(each.grown.rows)) for each in (request, shown))
        if now != then and picture.tree.expanded >= min(now, then):
            return False
        self._shown = request
        if request.moment != shown.moment:
            if picture.tree.is_full:
                picture.tree = replace(picture.tree, moment=request.moment)
            self._update_path(picture)
        return True

    def _set_tree(self, tree: SearchTree, request: TreeRequest) -> None:
        """Show ``tree``; the node in the centre of the view keeps its position."""
        before, self._shown, self.skin, was_at = self.picture, request, request.skin, None
        anchor = None if before is None else before.nearest_expansion(self.viewport)
        if before is not None and anchor is not None and anchor < tree.expanded:
            was_at = self.viewport.place_of(*before.place_of(anchor))
        self.picture = picture = TreePicture(tree, request.goal, request.skin, request.letter)
        self.measure_picture()
        if was_at is not None and anchor is not None and not self.viewport.is_whole:
            now_at = self.viewport.place_of(*picture.place_of(anchor))
            self.viewport.pan(was_at[0] - now_at[0], was_at[1] - now_at[1])
        self._update_path(picture)

    def _update_path(self, picture: TreePicture) -> None:
        tree = picture.tree
        self.present, self._path = None, _NO_PATH
        if not tree.is_cut and not self.is_behind:
            self.present = max(0, tree.moment - 1)
            self._path = tree.path_to(self.present)
            if self.is_following:
                self.viewport.go(picture.place_of(self.present))

    @property
    def is_behind(self) -> bool:
        """Whether the shown tree is outdated, because many later expansions are not loaded yet."""
        shown, tree = self._shown, self.tree
        if shown is None or tree is None or tree.is_full:
            return False
        return shown.moment - tree.moment > _MAX_LAG

    def fit(self) -> None:
        self.is_following = False
        super().fit()

    def toggle_following(self) -> None:
        """Zoom in on the current node and keep it in the centre until the user pans, or stop."""
        self.is_following = not self.is_following
        if self.is_following and self.picture is not None and self.present is not None:
            self.viewport.go(self.picture.place_of(self.present), is_near=True)

    def has_panned(self) -> None:
        self.is_following = False

    def content(self) -> Hashable:
        return self.picture, self.present, self._painted and self._painted[0]

    def draw_picture(self, surface: Surface, painter: Painter, picture: TreePicture) -> None:
        key = self._key(painter)
        if self._painted is None or key not in (self._painted[0], self._awaited):
            image = picture.paint_edges(painter, self.viewport)
            self._painted = key, picture.paint_nodes(image, painter, self.viewport, self._path)
        surface.blit(self._painted[1], self.viewport.area)

    def _key(self, painter: Painter) -> Hashable:
        return self.picture, self.present, self.viewport.look, painter.theme, painter.scale

    def info(self, picture: TreePicture, state: int) -> StateInfo:
        tree = picture.tree
        figures, where = f"g {int(tree.g[state]):,}", self.titles[TreeMark(tree.marks[state])]
        moment = state + 1 if state < tree.expanded else None
        if moment is not None:
            figures, where = f"{figures}  h {int(tree.h[state]):,}", f"expansion {moment:,}"
        if picture.letter not in "gh" and not np.isnan(tree.f[state]):
            figures += f"  {picture.letter} {picture.rank_of(state):g}"
        return StateInfo(tree.board(state), picture.goal, (figures, where), moment)
