"""The frontier: what a search takes next, and why in that order; or the path that it is on."""

from __future__ import annotations

from enum import Enum

from puzzler.game.lab.inspecting import LabState
from puzzler.game.lab.prediction import Question, QuestionKind, Verdict
from puzzler.game.watch.terms import TERMS
from puzzler.humanize import counted
from puzzler.search.engine.stepping import Status
from puzzler.search.inspection.values import FrontierNode, Glimpse, Node
from puzzler.window.lab.node_cards import NodeCard, NodeCards
from puzzler.window.lab.outcomes import MOVE_ARROWS
from puzzler.window.lab.plots import f_chart, figure, path_chart
from puzzler.window.toolkit.element import Element
from puzzler.window.toolkit.labels import Text
from puzzler.window.toolkit.layout import Column, Row
from puzzler.window.window import Window

_CHART_UNITS = 120
_RANK = "rank: f or 2 g, whichever is larger"
"""What a search from both ends goes by."""


class Shape(Enum):
    """How a search keeps what it has not expanded yet."""

    QUEUE = "queue"
    """In one order."""
    SIDES = "sides"
    """In two, from the start and from the goal."""
    PATH = "path"
    """It has the path that it is on."""


def frontier(window: Window, lab: LabState, glimpse: Glimpse) -> Element:
    """The boards that are taken next, with what decides, and how many there are of each f."""
    run = lab.problem, lab.method
    return window.ui.reuse(
        _frontier, window, glimpse, run, lab.question, lab.verdict, window.view.skin
    )


def _frontier(
    window: Window,
    glimpse: Glimpse,
    run: object,
    question: Question | None,
    verdict: Verdict | None,
    skin: object,
) -> Element:
    lab = window.shown.lab
    assert lab is not None, "it is shown"
    if question is None and verdict is not None:
        question = verdict.question
    if question is not None and question.kind is QuestionKind.NEXT:
        return _choices(window, lab, question)
    shape = shape_of(glimpse)
    if shape is Shape.PATH:
        return _path(window, lab, glimpse)
    if shape is Shape.SIDES:
        sides = [tuple(w for w in glimpse.frontier if w.node.side == side) for side in range(2)]
        count = _count(glimpse)
        return Column(
            Row(
                _waiting(window, lab, glimpse, sides[0], "From the start", "", 0),
                _waiting(window, lab, glimpse, sides[1], "From the goal", count, 1),
                gap=16, stretch=True, grow=1,
            ),
            f_chart(glimpse.histogram, "rank", f"All of them by {_RANK}", _CHART_UNITS),
        )  # fmt: skip
    head = "Next" if first_of(glimpse) is not None else "Left over"
    head = f"{head}: {glimpse.rule.words}" if glimpse.rule.words else head
    return Column(
        _waiting(window, lab, glimpse, glimpse.frontier, head, _count(glimpse), 0),
        f_chart(glimpse.histogram, "f", "All of them by f", _CHART_UNITS)
        if glimpse.histogram else None,
    )  # fmt: skip


def shape_of(glimpse: Glimpse) -> Shape:
    """What there is to be shown of that moment."""
    if glimpse.bound is not None or not glimpse.frontier:
        return Shape.PATH
    if any(waiting.node.side for waiting in glimpse.frontier):
        return Shape.SIDES
    is_alone = len(glimpse.frontier) == 1 and glimpse.layer is None and not glimpse.histogram
    return Shape.PATH if is_alone and glimpse.path else Shape.QUEUE


def first_of(glimpse: Glimpse) -> FrontierNode | None:
    """What is taken next of all; None where the search has ended."""
    goes_on = glimpse.status is Status.RUNNING and bool(glimpse.frontier)
    return glimpse.frontier[0] if goes_on else None


def _count(glimpse: Glimpse) -> str:
    """How many of how many are shown."""
    shown, size = len(glimpse.frontier), glimpse.frontier_size
    words = f"the first {shown:,} of {size:,}" if shown < size else counted(shown, "state")
    return words if glimpse.layer is None else f"layer {glimpse.layer:,}, {words}"


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


def _waiting(
    window: Window,
    lab: LabState,
    glimpse: Glimpse,
    nodes: tuple[FrontierNode, ...],
    words: str,
    note: str,
    side: int,
) -> Column:
    """Those in one order; the one that is taken next of all is lit."""
    first = first_of(glimpse)

    def card(index: int) -> NodeCard:
        one = nodes[index]
        is_next = one is first
        rank = "next" if is_next else f"{index + 1:,}"
        return NodeCard(one.node.board, rank, _figures(one.node), one.tie, is_next)

    tip = TERMS["frontier"]
    if shape_of(glimpse) is Shape.SIDES:
        tip += f" {TERMS['side']}"
    return Column(
        _head(words, note, tip),
        NodeCards(len(nodes), card, lab.goal, window.view.skin, version=nodes, grow=1,
                  content=(Shape.QUEUE, lab.problem, lab.method), empty="Nothing waits here",
                  key=("frontier", side)),
        gap=4, grow=1,
    )  # fmt: skip


def _path(window: Window, lab: LabState, glimpse: Glimpse) -> Column:
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
        NodeCards(last + 1, card, lab.goal, window.view.skin, version=glimpse, at_end=True,
                  content=(Shape.PATH, lab.problem, lab.method), empty=empty, has_words=False,
                  key=("frontier", 0), grow=1),
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
