"""The frontier: what a search takes next, and why in that order; or the path that it is on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from puzzler.board.board import Board
from puzzler.game.lab.inspecting import LabState
from puzzler.game.lab.prediction import Question, QuestionKind
from puzzler.game.watch.terms import TERMS
from puzzler.humanize import counted
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.values import FrontierNode, Glimpse, Node
from puzzler.window.board.tiles import Skin
from puzzler.window.lab.node_cards import NodeCard, NodeCards
from puzzler.window.lab.plots import f_chart, figure, path_chart
from puzzler.window.lab.words import MOVE_ARROWS
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.window import Window

_CHART_UNITS = 120
_RANK = "rank: f or 2 g, whichever is larger"
"""What a search from both ends goes by."""
_SECONDS = 0.09
"""While the search runs boards change at most this often: faster cannot be read."""


class _Shown:
    """The moment that is shown; while the search runs it lags behind the board."""

    glimpse: Glimpse | None = None
    since = 0.0


def frontier(window: Window, lab: LabState) -> Element:
    """The boards that are taken next, with what decides, and how many there are of each f."""
    question, shown = lab.question, window.ui.state("lab frontier", _Shown)
    if question is None and lab.verdict is not None:
        question = lab.verdict.question
    if question is not None and question.kind is QuestionKind.NEXT:
        return _choices(window, lab, question)
    # in a frame in which the board changes this does not, if it can
    is_due = window.now - shown.since >= _SECONDS or not lab.is_running
    if shown.glimpse is None or (shown.glimpse is not lab.glimpse and is_due):
        shown.glimpse, shown.since = lab.glimpse, window.now
    return window.ui.reuse(_frontier, shown.glimpse, lab.goal, window.view.skin, lab.run_key)


def _frontier(glimpse: Glimpse, goal: Board, skin: Skin, run: Hashable) -> Element:
    has_sides = any(waiting.node.side for waiting in glimpse.frontier)
    is_alone = len(glimpse.frontier) == 1 and glimpse.layer is None and not glimpse.histogram
    if glimpse.bound is not None or not glimpse.frontier or (is_alone and glimpse.path):
        return _path(glimpse, goal, skin, run)
    first = glimpse.frontier[0] if glimpse.status is Status.RUNNING else None

    def waiting(nodes: Sequence[FrontierNode], words: str, note: str, side: int = 0) -> Column:
        """Those in one order; the one that is taken next of all is lit."""

        def card(index: int) -> NodeCard:
            one = nodes[index]
            rank = "next" if one is first else f"{index + 1:,}"
            return NodeCard(one.node.board, rank, _figures(one.node), one.tie, one is first)

        tip = f"{TERMS['frontier']} {TERMS['side']}" if has_sides else TERMS["frontier"]
        return Column(
            _head(words, note, tip),
            NodeCards(len(nodes), card, goal, skin, version=(glimpse, side), grow=1,
                      content=("queue", run), empty="Nothing waits here", key=("frontier", side)),
            gap=4, grow=1,
        )  # fmt: skip

    count, size = len(glimpse.frontier), glimpse.frontier_size
    note = f"the first {count:,} of {size:,}" if count < size else counted(count, "state")
    if glimpse.layer is not None:
        note = f"layer {glimpse.layer:,}, {note}"
    if has_sides:
        start, end = ([w for w in glimpse.frontier if w.node.side == side] for side in range(2))
        sides = waiting(start, "From the start", ""), waiting(end, "From the goal", note, 1)
        return Column(
            Row(*sides, gap=16, stretch=True, grow=1),
            f_chart(glimpse.histogram, "rank", f"All of them by {_RANK}", _CHART_UNITS),
        )
    head = "Left over" if first is None else "Next"
    head = f"{head}: {glimpse.rule.words}" if glimpse.rule.words else head
    return Column(
        waiting(glimpse.frontier, head, note),
        f_chart(glimpse.histogram, "f", "All of them by f", _CHART_UNITS)
        if glimpse.histogram else None,
    )  # fmt: skip


def _figures(node: Node) -> tuple[tuple[str, str], ...]:
    return ("g", f"{node.g:,}"), ("h", f"{node.h:,}"), ("f", figure(node.f))


def _head(words: str, note: str, tip: str, note_tip: str = "") -> Row:
    return Row(
        Text(words, strong=True, lines=1, grow=1, priority=1, tip=tip,
             key=("frontier head", words)),
        Text(note, size=13, color="text_muted", align=1, lines=1, tip=note_tip,
             key=("frontier note", words)) if note else None,
        gap=10, height=24,
    )  # fmt: skip


def _path(glimpse: Glimpse, goal: Board, skin: Skin, run: Hashable) -> Column:
    """From the start to the state expanded last, and the bound that it must keep."""
    last = len(glimpse.path) - 1
    notes = [counted(last, "move")] if glimpse.path else []
    if glimpse.bound is not None:
        notes.append(f"bound {figure(glimpse.bound)}")
    if glimpse.next_bound is not None:
        notes.append(f"next {figure(glimpse.next_bound)}")

    def card(index: int) -> NodeCard:
        node = glimpse.path[index]
        rank = "start" if node.move is None else f"{index:,} {MOVE_ARROWS[node.move]}"
        return NodeCard(node.board, rank, _figures(node), is_lit=index == last)

    empty = "One moment ..." if glimpse.expansions else "Nothing is expanded yet"
    bounds = f"{TERMS['bound']} {TERMS['next bound']}" if glimpse.bound is not None else ""
    return Column(
        _head("Path to the state expanded last", ", ".join(notes), TERMS["path"], bounds),
        NodeCards(last + 1, card, goal, skin, version=glimpse, at_end=True, content=("path", run),
                  empty=empty, has_words=False, key=("frontier", 0), grow=1),
        path_chart(glimpse, _CHART_UNITS) if glimpse.path else None,
        gap=4,
    )  # fmt: skip


def _choices(window: Window, lab: LabState, question: Question) -> Column:
    """The boards that may be next, in an order that tells nothing; then which one it was."""
    verdict = lab.verdict

    def card(index: int) -> NodeCard:
        node = question.choices[index].node
        assert node is not None, "the question is which board is next"
        if verdict is None:
            return NodeCard(node.board, "", _figures(node))
        is_right, is_chosen = index == question.right, index == verdict.chosen
        rank = "next" if is_right else "yours" if is_chosen else ""
        mark = "check" if is_right else "close" if is_chosen else ""
        return NodeCard(node.board, rank, _figures(node), "", is_right, mark)

    return Column(
        _head(question.words if verdict is None else verdict.words,
              "click a board" if verdict is None else "", ""),
        NodeCards(len(question.choices), card, lab.goal, window.view.skin,
                  version=(question, verdict), content=question, has_words=False, fills=True,
                  on_choose=window.session.lab.current.answer if verdict is None else None,
                  key=("frontier", 0), grow=1),
        gap=4,
    )  # fmt: skip
