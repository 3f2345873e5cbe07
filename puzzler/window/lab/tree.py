"""The tree of what a search has generated: it grows with the search, and shrinks with it."""

from __future__ import annotations

from functools import partial

from puzzler.game.lab.inspecting import LabState
from puzzler.game.watch.terms import TERMS
from puzzler.humanize import counted
from puzzler.search.inspection.recording import MOST_TREE
from puzzler.window.lab.legend import Entry, legend
from puzzler.window.lab.tree_marks import MARK_TITLES, draw_mark_sample
from puzzler.window.lab.tree_view import TreeView, Wanted
from puzzler.window.toolkit.controls import Button
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import At, Column, Row, Stack
from puzzler.window.window import Window

_TREE = "lab tree"
_FULL = "The tree is full: the search has gone on beyond it"


def tree(window: Window, lab: LabState) -> Element:
    """Every state below the one that it was reached from; the path to the present one is lit."""
    view = window.ui.state(_TREE, partial(TreeView, _TREE))
    view.on_choose = window.session.lab.current.seek

    def toggle() -> None:
        if view.is_following:
            view.is_following = False
        else:
            view.follow()
        window.ui.rebuild()

    def fit() -> None:
        view.fit()
        window.ui.rebuild()

    entries = [
        Entry(
            MARK_TITLES[mark], mark, partial(draw_mark_sample, mark=mark), TERMS[mark.name.lower()]
        )
        for mark in MARK_TITLES
    ]
    return Column(
        Stack(
            view,
            At(Text(_missing(lab, view), size=13, color="text_muted", lines=1), x=0, y=0,
               pad=(12, 6)),
            grow=1,
        ),
        Row(
            legend(entries),
            Button("Follow", toggle, icon="check" if view.is_following else "", size=14,
                   key="follow in tree",
                   tip="Keep the state that was expanded last in the middle, seen from near"),
            Button("Whole tree", fit, size=14, key="whole tree",
                   tip="See all of it. The wheel zooms, a drag moves it"),
        ),
    )  # fmt: skip


def follow_tree(window: Window, lab: LabState) -> bool:
    """Grow the tree towards the present moment, a little each frame; True while there is more."""
    problem, log = lab.problem, lab.log
    view = window.ui.state(_TREE, partial(TreeView, _TREE))
    view.show(
        Wanted(log, problem.start, log.tree(), lab.expansions, problem.goal, window.view.skin)
    )
    return view.advance()


def _missing(lab: LabState, view: TreeView) -> str:
    """Why the tree is smaller than the search; empty where it is not."""
    if view.tree is None:
        return ""
    if view.tree.is_cut:
        return _FULL
    known, most = lab.log.tree_known, min(lab.expansions, MOST_TREE)
    return f"Being read: {known:,} of {counted(most, 'expansion')}" if known < most else ""
