"""What there is to see of a depth-first search: its path, and the bound that cuts it off."""

from __future__ import annotations

from collections.abc import Callable

from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.task import Task
from puzzler.search.inspection.reading import Measure, Seen, View, rule_of
from puzzler.search.inspection.stack import Ground, Stack


class DepthFirstReader:
    """Reads a depth-first search; see ``reading.Reader``.

    Between two expansions it stands on the state that it expands next.
    """

    def __init__(self, task: Task, stepping: DepthFirst) -> None:
        stepping.note_openings()
        self.stepping = stepping
        """The search."""
        self._measure = Measure.of(task)
        self._ground = Ground(
            task.problem.start,
            task.problem.goal,
            stepping.moves,
            task.order,
            stepping.weighing.g_weight,
            stepping.weighing.h_weight,
            task.tables.evaluate,
            bool(stepping.weighing.is_single_pass),
        )
        self._before = self._stack()

    def before(self) -> None:
        """Note what is expanded next."""
        self._before = self._stack()

    def note_beginning(self) -> None:
        """Note that the search has expanded nothing but the state that it begins with."""
        self._before = Stack.beginning(self._ground)

    def after(self) -> Seen:
        """What ``before`` has noted."""
        return self.after_in(self.stepping.expanded - 1, int)

    def after_in(self, index: int, shift: Callable[[int], int]) -> Seen:
        """The same in a larger search, where ``shift`` makes an index of this one one of that."""
        stack = self._before
        return Seen(stack.expansion(index, shift), stack.path, self._measure)

    def view(self, top: int) -> View:
        """What is still to come along the path."""
        stack = self._stack()
        is_over = self.stepping.is_over
        order = "".join(move.letter for move in self._ground.order)
        return View(
            tuple(stack.waiting(top, with_end=not is_over)),
            rule_of("deepest", f"first in the order {order}"),
            bound=stack.threshold,
            next_bound=stack.next_threshold,
        )

    def _stack(self) -> Stack:
        stepping = self.stepping
        return Stack.read(self._ground, stepping.frames, stepping.opened, stepping.counters)
