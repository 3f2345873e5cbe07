"""Writing films into files, also in a separate process that does not slow down the window.

    python -m puzzler.window.export.process FOLDER

FOLDER is a temporary folder next to the target file. Its file ``job`` contains the pickled film and
the suffix. The process writes the result into FOLDER, and the parent moves it to the target. The
number of drawn moves is printed after each move. Standard input is a pipe: the process exits when
the parent ends and closes it.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import weakref
from pathlib import Path
from typing import BinaryIO

from puzzler import resources
from puzzler.board.errors import PuzzlerError, quoted
from puzzler.board.numbers import whole_number
from puzzler.solver.child_process import end_with_parent, failure_of, last_line, start_python
from puzzler.window.export.film import GIF, MP4, SUFFIXES, Film, RecordingError, Report

JOB, RESULT, PROGRESS, ERRORS = "job", "result", "progress", "errors"


def suffix_of(file: Path) -> str:
    """Return the format of ``file``. Raises RecordingError if it is unknown or unavailable."""
    suffix = file.suffix.lower()
    if suffix not in SUFFIXES:
        allowed = ", ".join(SUFFIXES[:-1]) + f" or {SUFFIXES[-1]}"
        raise RecordingError(f"{file}: the suffix must be {allowed}, not {quoted(file.suffix)}")
    if suffix == MP4:
        from puzzler.window.export.mp4 import find_ffmpeg

        find_ffmpeg()
    return suffix


def write_film(film: Film, suffix: str, stream: BinaryIO, report: Report) -> None:
    """Write ``film`` into an open and empty file. Raises RecordingError.

    ``stream`` needs a name, because ffmpeg opens the file by name.
    """
    from puzzler.window.core.display import drawing_hidden

    with drawing_hidden():
        if suffix == MP4:
            from puzzler.window.export.mp4 import write_mp4

            write_mp4(film, Path(stream.name), report)
        elif suffix == GIF:
            from puzzler.window.export.gif import gif_of

            stream.write(gif_of(film, report))
        else:
            from puzzler.window.export.png import png_of

            stream.write(png_of(film, report))


class Recorder:
    """Records ``film`` into ``file`` in another process. Call ``poll`` until it returns True.

    ``file`` is created or replaced at the end. Raises OSError if the recording cannot start.
    """

    def __init__(self, film: Film, file: Path) -> None:
        self.file = file
        self.total = len(film.moves)
        """The number of moves."""
        self.done = 0
        """The number of moves drawn so far."""
        self.failure = ""
        """The reason of a failure, or ""."""
        self.is_over = False
        """Whether it has finished, failed or was cancelled."""
        with contextlib.ExitStack() as stack:
            folder = stack.enter_context(resources.temporary_folder(file.parent))
            (folder / JOB).write_bytes(pickle.dumps((film, file.suffix)))
            with (folder / PROGRESS).open("wb") as progress, (folder / ERRORS).open("wb") as errors:
                self._process = start_python(
                    *(__name__, str(folder)), stdin=subprocess.PIPE, stdout=progress, stderr=errors
                )
            stack.enter_context(self._process)
            stack.callback(self._process.kill)
            self._folder = folder
            # also called if the object is deleted, for example with its window
            self._clean_up = weakref.finalize(self, stack.pop_all().close)

    def poll(self) -> bool:
        """Update the attributes and return whether the recording is over. Never blocks."""
        if self.is_over:
            return True
        code = self._process.poll()
        if code is None:
            self.done = self._read_progress()
            return False
        if code == 0:
            self.done = self.total
            try:
                (self._folder / RESULT).replace(self.file)
            except OSError as error:
                self.failure = f"{self.file} cannot be written: {error.strerror}"
        else:
            self.failure = failure_of(code, (self._folder / ERRORS).read_bytes())
        self._end()
        return True

    def cancel(self) -> None:
        """Stop without writing the file. Does nothing if the recording is over."""
        self._end()

    def _read_progress(self) -> int:
        with contextlib.suppress(ValueError):
            return whole_number(last_line(self._folder / PROGRESS).decode("ascii"))
        return self.done

    def _end(self) -> None:
        self.is_over = True
        self._clean_up()


def main(folder: Path) -> int:
    """Record the film in ``folder``. On failure print one line to stderr and return 1."""
    film, suffix = pickle.loads((folder / JOB).read_bytes())
    try:
        with (folder / RESULT).open("xb") as stream:
            write_film(film, suffix, stream, lambda moves: print(moves, flush=True))
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
