"""Builds larger pattern databases in child processes, which end with their parent.

    python -m puzzler.solver.table_building NAME NUMBER

is the child process for one table of the collection NAME.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import cache

from puzzler.board.numbers import whole_number
from puzzler.search import compilation
from puzzler.search.compile_steps import prepare_larger_tables
from puzzler.search.options import cores
from puzzler.search.tables import collection_store
from puzzler.search.tables.collections import COLLECTIONS, Collection
from puzzler.solver.child_process import end_with_parent, failure_of, start_python


@cache
def build_tables(name: str) -> Callable[[], str | None]:
    """Build the tables of the collection ``name`` in a child process each, once per process.

    Returns a function that returns None until all children have ended, and then the reason of a
    failure, or "".
    """
    errors = tempfile.TemporaryFile()  # noqa: SIM115  closed when all children have ended
    children = [
        start_python(
            "puzzler.solver.table_building", name, str(number), stdin=subprocess.PIPE, stderr=errors
        )
        for number in range(len(_named(name).keys))
    ]

    @cache
    def read_errors() -> bytes:
        with errors:
            errors.seek(0)
            return errors.read()

    def find_failure() -> str | None:
        statuses = [child.poll() for child in children]
        failed = [status for status in statuses if status]
        if None in statuses:
            return None
        errors_text = read_errors()
        return failure_of(failed[0], errors_text) if failed else ""

    return find_failure


def main(name: str, number: int) -> None:
    """Build and store one table. The child with the smallest one compiles the kernels."""
    end_with_parent()
    collection = _named(name)
    key = collection.keys[number]
    compilation.load_compiled()
    if key == min(collection.keys, key=lambda each: each.arrangements):
        prepare_larger_tables(is_spread=collection.is_spread)
    collection_store.build(collection, keys=(key,), threads=cores())


def _named(name: str) -> Collection:
    return next(each for each in COLLECTIONS if each.name == name)


if __name__ == "__main__":
    main(sys.argv[1], whole_number(sys.argv[2]))
