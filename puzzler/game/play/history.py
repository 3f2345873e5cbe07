"""Undo and redo of immutable snapshots, without limit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

State = TypeVar("State")


class History(Generic[State]):
    """A present state, those before it, and those that were undone."""

    def __init__(
        self, present: State, past: Iterable[State] = (), future: Iterable[State] = ()
    ) -> None:
        self.present = present
        """The state now. Assigning corrects it in place: that is no step to undo."""
        self._past = list(past)
        self._future = list(future)

    @property
    def past(self) -> tuple[State, ...]:
        """What undo goes back to, the nearest at the end."""
        return tuple(self._past)

    @property
    def future(self) -> tuple[State, ...]:
        """What redo goes forward to, the nearest at the end."""
        return tuple(self._future)

    @property
    def depth(self) -> int:
        """How many states undo could go back."""
        return len(self._past)

    @property
    def can_undo(self) -> bool:
        """There is a state before this one."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """The last step was an undo."""
        return bool(self._future)

    def record(self, state: State) -> None:
        """``state`` is the present now; what was undone before is forgotten."""
        self._past.append(self.present)
        self._future.clear()
        self.present = state

    def undo(self) -> bool:
        """Back to the state before; False where there is none."""
        return self._step(self._past, self._future)

    def redo(self) -> bool:
        """Forward to the state last undone; False where there is none."""
        return self._step(self._future, self._past)

    def _step(self, source: list[State], target: list[State]) -> bool:
        if not source:
            return False
        target.append(self.present)
        self.present = source.pop()
        return True
