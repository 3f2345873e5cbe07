"""The process that records for a window, so that no frame of it is late, and its end of the line.

    python -m puzzler.window.export.process FOLDER

FOLDER is the parent's own: ``job`` is the film and the end of the file's name, as ``pickle`` has
them. What is drawn is told on standard output, a number on each line. The film is made in FOLDER,
which lies beside the file: the parent gives it its name, or removes FOLDER with it. Standard input
is a pipe that ends with the parent, and then this process ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import weakref
from pathlib import Path

from puzzler import resources
from puzzler.board.errors import PuzzlerError
from puzzler.solver.child_process import end_with_parent, failure_of, last_line, start_python
from puzzler.window.export.film import Film
from puzzler.window.export.recorder import record

JOB, MADE, TOLD, ERRORS = "job", "made", "told", "errors"


class Recorder:
    """Records ``film`` into ``file`` beside the window: poll it until it is over, or cancel it.

    OSError where it cannot begin. The file appears at the end, all of it; one of that name is
    replaced.
    """

    def __init__(self, film: Film, file: Path) -> None:
        self.file = file
        self.total = len(film.moves)
        """Moves to be drawn."""
        self.done = 0
        """Moves that have been."""
        self.failure = ""
        """Why there is no file; "" while there may be one."""
        self.is_over = False
        """It is done, has failed or was cancelled."""
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(resources.temporary_folder(file.parent))
            (folder / JOB).write_bytes(pickle.dumps((film, file.suffix)))
            with (folder / TOLD).open("wb") as told, (folder / ERRORS).open("wb") as errors:
                self._process = start_python(
                    *(__name__, str(folder)), stdin=subprocess.PIPE, stdout=told, stderr=errors
                )
            stack.enter_context(self._process)
            stack.callback(self._process.kill)
            self._folder = folder
            # also where it is dropped, as by a window that is closed meanwhile
            self._leave = weakref.finalize(self, stack.pop_all().close)

    def poll(self) -> bool:
        """Look how far it is; True once it is over. Never waits."""
        if self.is_over:
            return True
        code = self._process.poll()
        if code is None:
            self.done = self._told()
            return False
        if code == 0:
            self.done = self.total
            try:
                (self._folder / MADE).replace(self.file)
            except OSError as error:
                self.failure = f"{self.file} cannot be written: {error.strerror}"
        else:
            self.failure = failure_of(code, (self._folder / ERRORS).read_bytes())
        self._end()
        return True

    def cancel(self) -> None:
        """End it; nothing is written. Harmless where it is over."""
        self._end()

    def _told(self) -> int:
        with contextlib.suppress(ValueError):
            return int(last_line(self._folder / TOLD))
        return self.done

    def _end(self) -> None:
        self.is_over = True
        self._leave()


def main(folder: Path) -> int:
    """Record the film in ``folder``. Return 1, after a line on standard error, if that fails."""
    film, suffix = pickle.loads((folder / JOB).read_bytes())
    try:
        with (folder / MADE).open("xb") as stream:
            record(film, suffix, stream, lambda moves: print(moves, flush=True))
            stream.flush()
            os.fsync(stream.fileno())
    except PuzzlerError as error:
        print(error, file=sys.stderr)
    except OSError as error:
        print(f"{folder.parent}: {error.strerror}", file=sys.stderr)
    else:
        return 0
    return 1


if __name__ == "__main__":
    end_with_parent()
    sys.exit(main(Path(sys.argv[1])))
