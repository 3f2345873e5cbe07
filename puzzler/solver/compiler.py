"""The child process that fills the cache of compiled kernels.

    python -m puzzler.solver.compiler FOLDER

Its standard input is a pipe that its parent holds and never writes to. However the parent ends,
also when it is killed, the pipe ends with it, and then the child goes too, in the middle of a
kernel.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from puzzler.search.compilation import CompilationError, keep_in, prepare
from puzzler.solver.threads import start_thread


def end_with_parent() -> None:
    """End this process as soon as its standard input does."""

    def wait() -> None:
        while os.read(0, 1):  # not through sys.stdin: its lock would be held when Python ends
            pass
        os._exit(1)  # a file that is left half written is known by its digest

    start_thread(wait, "parent-watch")


def main(folder: Path) -> int:
    """Compile everything into ``folder``, unless the parent ends before; 1 if impossible."""
    end_with_parent()
    keep_in(folder)
    try:
        for _ in prepare():
            pass
    except CompilationError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
