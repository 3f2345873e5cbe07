"""Builds larger pattern databases in a child process, which ends with its parent.

    python -m puzzler.solver.table_building NAME

is that child process.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache

from puzzler.search import compilation
from puzzler.search.compile_steps import prepare_larger_tables
from puzzler.search.tables import collection_store
from puzzler.search.tables.collections import COLLECTIONS
from puzzler.solver.child_process import end_with_parent, start_python


@cache
def build_tables(name: str) -> Callable[[], bool]:
    """Build the collection ``name`` in a child process, once for all searches of this process.

    Returns a function that reports whether the child has ended.
    """
    process = start_python("puzzler.solver.table_building", name, stdin=subprocess.PIPE)
    return lambda: process.poll() is not None


def main(name: str) -> None:
    """Build and store the tables, and compile the kernels that read them."""
    end_with_parent()
    collection = next(each for each in COLLECTIONS if each.name == name)
    compilation.load_compiled()
    prepare_larger_tables(is_spread=collection.is_spread)
    collection_store.build(collection)


if __name__ == "__main__":
    main(sys.argv[1])
