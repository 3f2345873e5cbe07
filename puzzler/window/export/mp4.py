"""MP4 files, encoded by the program ffmpeg if it is installed."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

import pygame

from puzzler.solver.child_process import creation_flags, failure_of
from puzzler.window.export.film import Film, RecordingError, Report
from puzzler.window.export.frames import FramePace, FrameStage

PACE = FramePace(rate=30, step=1, min_ticks=1, fades=True)
"""Slides last as long as in the window, and a solved picture fades in."""
PROGRAM = "ffmpeg"
MISSING = "MP4 needs ffmpeg, which is not installed. Install it or save a GIF."
_COLOURS = "bt709"
"""The colour space, stored in the file because players guess it from the size of the picture."""


def find_ffmpeg() -> str:
    """Return the path of the program. Raises RecordingError if it is not installed."""
    program = shutil.which(PROGRAM)
    if program is None:
        raise RecordingError(MISSING)
    return program


def write_mp4(film: Film, file: Path, report: Report) -> None:
    """Write the film into ``file``. Raises RecordingError if ffmpeg is missing or fails."""
    stage = FrameStage(film)
    with _encoder(find_ffmpeg(), stage.surface.get_size(), file) as pictures:
        for _, ticks, moves in stage.shots(PACE):
            picture = pygame.image.tobytes(stage.surface, "RGB")
            for _ in range(ticks):
                pictures.write(picture)
            report(moves)


@contextlib.contextmanager
def _encoder(program: str, size: tuple[int, int], file: Path) -> Iterator[IO[bytes]]:
    """Context manager: run ffmpeg and yield its input. The file is complete on normal exit."""
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                _command(program, size, file), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                stderr=errors, creationflags=creation_flags(),
            )  # fmt: skip
        except OSError as error:
            raise RecordingError(f"{PROGRAM} cannot be started: {error.strerror}") from None
        assert process.stdin is not None
        try:
            with contextlib.suppress(BrokenPipeError):  # ffmpeg prints the reason
                yield process.stdin
                process.stdin.close()
            code = process.wait()
        except BaseException:
            process.kill()
            process.wait()
            raise
        finally:
            with contextlib.suppress(OSError):
                process.stdin.close()
        if code:
            errors.seek(0)
            raise RecordingError(f"{PROGRAM} failed: {failure_of(code, errors.read())}")


def _command(program: str, size: tuple[int, int], file: Path) -> Sequence[str]:
    """Return the command: raw RGB input, and an output format that every player supports."""
    width, height = size
    return [
        *(program, "-y", "-v", "error"),
        *("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}"),
        *("-r", str(PACE.rate), "-i", "-", "-an"),
        *("-vf", f"scale=out_color_matrix={_COLOURS}:out_range=tv,format=yuv420p"),
        *("-colorspace", _COLOURS, "-color_primaries", _COLOURS, "-color_trc", _COLOURS),
        *("-movflags", "+faststart", "-f", "mp4", str(file)),
    ]
