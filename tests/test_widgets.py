"""The widgets of notebooks, without a browser: messages of clicks and keys, and their HTML."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from types import SimpleNamespace

import pytest

from puzzler import Board, Method, UnsolvableError, solve
from puzzler.board.svg import place_in_picture


@pytest.fixture(autouse=True)
def anywidget_or_stub(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace anywidget if it is not installed. It is large, and these tests show no widget."""
    if find_spec("anywidget") is not None:
        return
    text = SimpleNamespace(tag=lambda **_: "")
    widget = type("AnyWidget", (), {"on_msg": lambda self, callback: None})
    for name, stub in {
        "anywidget": SimpleNamespace(AnyWidget=widget),
        "traitlets": SimpleNamespace(Unicode=lambda: text),
    }.items():
        monkeypatch.setitem(sys.modules, name, stub)
    monkeypatch.setitem(sys.modules, "puzzler.widgets", None)
    del sys.modules["puzzler.widgets"]  # imported with the stubs, and restored after the test


def test_a_click_slides_the_tiles_up_to_the_gap():
    from puzzler.widgets import PlayWidget

    widget = PlayWidget("1 2 3/4 5 6/0 7 8")
    widget.handle({"x": 0.9, "y": 0.9})
    assert str(widget.board) == "1 2 3/4 5 6/7 8 0"
    assert "Solved in 2 moves" in widget.html
    widget.handle({"key": "ArrowRight"})
    assert len(widget.moves) == 2, "a solved board is locked"


def test_keys_name_the_direction_of_the_tile():
    from puzzler.widgets import PlayWidget

    widget = PlayWidget("1 2 3/4 0 6/7 5 8")
    widget.handle({"key": "ArrowUp"})
    assert str(widget.board) == "1 2 3/4 5 6/7 0 8"
    widget.handle({"key": "ArrowUp"})
    assert len(widget.moves) == 1, "there is no tile below the gap"
    widget.handle({"command": "undo"})
    assert widget.board == widget.start
    widget.handle({"x": 0.1, "y": 0.1})
    widget.handle({"x": 0.5, "y": 1.0})
    widget.handle({"command": "undo"})
    assert widget.moves == []
    for key in ("ArrowDown", "ArrowLeft", "ArrowUp"):
        widget.handle({"key": key})
    assert [move.letter for move in widget.moves] == ["U", "R", "D"]
    widget.handle({"command": "restart"})
    assert (widget.board, widget.moves) == (widget.start, [])


def test_a_search_steps_forward_and_back():
    from puzzler.widgets import SearchViewer

    viewer = SearchViewer("8 6 7/2 5 4/3 0 1", Method("bfs"))
    viewer.handle({"command": "far"})
    assert viewer.index == 10
    viewer.handle({"key": "ArrowLeft"})
    assert viewer.index == 9
    assert "<td" in viewer.html and ">10<" in viewer.html
    viewer.handle({"command": "first"})
    assert viewer.index == 0
    viewer.handle({"command": "back"})
    assert viewer.index == 0
    assert len(viewer.expansions) == 11


@pytest.mark.parametrize("algorithm", ["astar", "bfs", "greedy"])
def test_the_frontier_is_that_of_the_search(algorithm):
    from puzzler.widgets import SearchViewer

    method = Method(algorithm)
    viewer = SearchViewer("2 0 3/1 4 5/7 8 6", method)
    viewer.step(1000)
    stats = solve("2 0 3/1 4 5/7 8 6", method=method, compiled=False).stats
    assert len(viewer.frontier()) + len(viewer.expansions) == stats.stored
    assert viewer.is_over and "smallest f first" in viewer.html
    assert not SearchViewer("2 0 3/1 4 5/7 8 6", Method("idastar", "manhattan")).frontier()
    walk = SearchViewer("2 0 3/1 4 5/7 8 6", Method("walk"))
    assert len(walk.frontier()) == 1, "only the chosen successor is continued"


def test_the_last_expansion_is_displayed():
    from puzzler.widgets import SearchViewer

    viewer = SearchViewer("1 2 3/4 5 6/7 0 8")
    viewer.handle({"command": "far"})
    assert viewer.is_over
    assert "the end of the search" in viewer.html
    assert "The start is the goal" in SearchViewer(Board.solved(3, 3)).html


def test_an_unsolvable_board_is_refused():
    from puzzler.widgets import SearchViewer

    with pytest.raises(UnsolvableError):
        SearchViewer("1 2 3/4 5 6/8 7 0")


@pytest.mark.parametrize(
    ("place", "cell"), [((0.05, 0.05), 0), ((0.5, 0.95), 7), ((0.0, 0.5), None), ((0.5, 1.0), None)]
)
def test_places_in_a_picture_are_converted_to_cells(place, cell):
    assert place_in_picture(3, 3, *place) == cell
