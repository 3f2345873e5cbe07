"""Widgets for notebooks, which the extra ``notebook`` installs: a playable board, and a search.

They work in JupyterLab, VS Code, marimo and other programs that show anywidget.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

import anywidget
import traitlets

from puzzler.board.board import Board
from puzzler.board.goal import GoalLike, resolve_board, resolve_goal
from puzzler.board.html import figures, table
from puzzler.board.move import Move
from puzzler.board.scenario import Problem
from puzzler.board.svg import place_in_picture
from puzzler.humanize import counted
from puzzler.search.inspection.observation import Expansion, Node, SuccessorOutcome
from puzzler.search.method import Method
from puzzler.search.solve import trace

_KEYS = {
    "ArrowUp": Move.DOWN,
    "ArrowDown": Move.UP,
    "ArrowLeft": Move.RIGHT,
    "ArrowRight": Move.LEFT,
}
"""The move of the blank for each key, which names the direction of the tile."""
_DISCARDED = (SuccessorOutcome.DUPLICATE, SuccessorOutcome.PRUNED, SuccessorOutcome.UNCHOSEN)
_SHOWN = 6
"""Boards of the frontier that are drawn."""
_BUTTON = (
    "padding:1px 8px;border:1px solid #8888;border-radius:4px;background:none;color:inherit;"
    "cursor:pointer"
)
"""The style of a button. marimo shows buttons without a style as plain text."""
_SCRIPT = """
function render({ model, el }) {
  const show = () => { el.innerHTML = model.get("html"); };
  model.on("change:html", show);
  show();
  el.tabIndex = 0;
  el.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const picture = event.target.closest("svg");
    if (button) {
      model.send({ command: button.value });
    } else if (picture) {
      const box = picture.getBoundingClientRect();
      model.send({ x: (event.clientX - box.left) / box.width,
                   y: (event.clientY - box.top) / box.height });
    }
  });
  el.addEventListener("keydown", (event) => {
    if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      model.send({ key: event.key });
    }
  });
}
export default { render };
"""


class _Widget(anywidget.AnyWidget):  # type: ignore[misc]  # anywidget has no types
    _esm = _SCRIPT
    html = traitlets.Unicode().tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(lambda _widget, message, _buffers: self.handle(message))
        self.html = self._html()

    def handle(self, message: dict[str, Any]) -> None:
        """Do what a click or a key asks for: a command, a place in the picture, or a key."""
        raise NotImplementedError

    def _html(self) -> str:
        raise NotImplementedError


class PlayWidget(_Widget):
    """A board that is played by clicks on its tiles or with the arrow keys.

    board, goal: as for ``solve``.
    """

    def __init__(self, board: Board | str, goal: GoalLike = None) -> None:
        self.start = self.board = resolve_board(board)
        """The first and the current board."""
        self.goal = resolve_goal(goal, self.board)
        self.moves: list[Move] = []
        """The moves of the blank so far."""
        super().__init__()

    def handle(self, message: dict[str, Any]) -> None:
        moves: tuple[Move, ...] = ()
        if message.get("command") == "restart":
            self.board, self.moves = self.start, []
        elif message.get("command") == "undo" and self.moves:
            self.board = self.board.apply(self.moves.pop().inverse)
        elif message.get("key") in _KEYS:
            move = _KEYS[message["key"]]
            moves = (move,) if move in self.board.legal_moves() else ()
        elif "x" in message:
            cell = place_in_picture(*self.board.size, message["x"], message["y"])
            moves = () if cell is None else self.board.moves_to_slide(cell)
        if self.board != self.goal:
            self.board = self.board.apply_all(moves)
            self.moves += moves
        self.html = self._html()

    def _html(self) -> str:
        count = counted(len(self.moves), "move")
        text = f"<b>Solved in {count}</b>" if self.board == self.goal else count
        buttons = _buttons(("undo", "Undo"), ("restart", "Restart"))
        return f"{self.board.svg()}<p>{text}</p>{buttons}"


class SearchViewer(_Widget):
    """A search that is stepped forward and back: board, successors, frontier and counts.

    board, goal: as for ``solve``. method: a Method; the default is A* with Manhattan distance.
    The left and right arrow keys step, too.

    Raises UnsolvableError if ``board`` cannot reach ``goal``.
    """

    def __init__(
        self, board: Board | str, method: Method | None = None, goal: GoalLike = None
    ) -> None:
        start = resolve_board(board)
        self.method = method or Method("astar", "manhattan")
        problem = Problem(start, resolve_goal(goal, start))
        self._coming: Iterator[Expansion] = trace(problem, self.method)
        self.expansions: list[Expansion] = []
        """The expansions that were shown."""
        self.is_over = False
        """Whether the last expansion is the last of the search."""
        self.index = -1
        """The index in ``expansions`` of the one that is shown."""
        self.step(1)
        super().__init__()

    def step(self, count: int) -> None:
        """Step forward, or back if ``count`` is negative."""
        target = max(self.index + count, 0)
        while len(self.expansions) <= target and not self.is_over:
            expansion = next(self._coming, None)
            if expansion is None:
                self.is_over = True
            else:
                self.expansions.append(expansion)
        self.index = min(target, len(self.expansions) - 1)

    def frontier(self) -> list[Node]:
        """Return the generated nodes that wait to be expanded, by f.

        The result is empty for a search with a threshold.
        """
        waiting: dict[tuple[object, Board], Node] = {}
        for each in self.expansions[: self.index + 1]:
            waiting.pop((each.node.side, each.node.board), None)
            for successor in each.successors if each.threshold is None else ():
                if successor.outcome not in _DISCARDED:
                    waiting[successor.node.side, successor.node.board] = successor.node
        return sorted(waiting.values(), key=lambda node: node.f)

    def handle(self, message: dict[str, Any]) -> None:
        steps = {"back": -1, "forward": 1, "far": 10, "ArrowLeft": -1, "ArrowRight": 1}
        name = message.get("command", message.get("key"))
        if name == "first":
            self.index = 0
        elif name in steps:
            self.step(steps[name])
        self.html = self._html()

    def _html(self) -> str:
        buttons = _buttons(
            ("first", "First"), ("back", "◀ Back"), ("forward", "Forward ▶"), ("far", "+10")
        )
        title = f"<p><b>{escape(self.method.title)}</b></p>"
        if not self.expansions:
            return f"{title}<p>The start is the goal.</p>{buttons}"
        expansion = self.expansions[self.index]
        node = expansion.node
        pictures = [(f"g {node.g}, h {node.h}, f {node.f:g}", node.board.svg(size=160))]
        for each in expansion.successors:
            words = f"{each.outcome.value}: g {each.node.g}, h {each.node.h}"
            pictures.append((words, each.node.board.svg(size=90)))
        frontier = self.frontier()
        generated = sum(len(each.successors) for each in self.expansions[: self.index + 1])
        is_last = self.is_over and self.index == len(self.expansions) - 1
        counts = table(
            (),
            [
                ("Expanded", f"{self.index + 1:,}" + " (the end of the search)" * is_last),
                ("Generated", f"{generated:,}"),
                ("Frontier", f"{len(frontier):,}"),
            ],
        )
        waiting = [(f"f {each.f:g}", each.board.svg(size=60)) for each in frontier[:_SHOWN]]
        smallest = f"<p>Frontier, smallest f first</p>{figures(waiting)}" if frontier else ""
        return title + figures(pictures) + counts + buttons + smallest


def _buttons(*choices: tuple[str, str]) -> str:
    return "".join(
        f'<button value="{value}" style="{_BUTTON}">{text}</button> ' for value, text in choices
    )
