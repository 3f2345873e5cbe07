"""A crew of one: this process, without anything that has to be pickled or waited for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from puzzler.solver.crews.crew import Done, Item, Result, nothing


class Alone:
    """Does one item after the other; ``items`` are read one at a time."""

    memory_shares = 1
    inherits = is_elsewhere = False

    def run(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        is_ordered: bool = True,
        on_done: Callable[[], object] = nothing,
    ) -> Iterator[Done[Result]]:
        """As every crew; Ctrl-C goes to ``work``, which may make a result of it."""
        for index, item in enumerate(items):
            done = Done(index, work(item))
            on_done()
            yield done

    def close(self) -> None:
        """Nothing has to be ended."""
