"""MP4 films, made by the program ffmpeg where it is installed."""

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

PACE = FramePace(rate=30, step=1, least=1, longest_slide=1.0, fades=True)
"""Slides take as long as those of a playback in the window, and a solved picture fades in."""
PROGRAM = "ffmpeg"
MISSING = "MP4 files are made by ffmpeg, which is not installed: install it, or record a GIF"
_COLOURS = "bt709"
"""What players take numbers for, unless they are told otherwise, on large screens only."""


def find_ffmpeg() -> str:
    """Where the program is; RecordingError where it is not."""
    program = shutil.which(PROGRAM)
    if program is None:
        raise RecordingError(MISSING)
    return program


def write_mp4(film: Film, file: Path, report: Report) -> None:
    """Write the film into ``file``. Raises RecordingError if ffmpeg is missing or fails."""
    stage = FrameStage(film)
    with _encoder(find_ffmpeg(), stage.surface.get_size(), file) as pictures:
        for shot in stage.shots(PACE):
            picture = pygame.image.tobytes(stage.surface, "RGB")
            for _ in range(shot.ticks):
                pictures.write(picture)
            report(shot.moves)


@contextlib.contextmanager
def _encoder(program: str, size: tuple[int, int], file: Path) -> Iterator[IO[bytes]]:
    """ffmpeg, which takes one picture after the other, and has written the file at the end."""
    with tempfile.TemporaryFile() as errors:
        try:
            process = subprocess.Popen(
                _command(program, size, file),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                creationflags=creation_flags(),
            )
        except OSError as error:
            raise RecordingError(f"{PROGRAM} cannot be started: {error.strerror}") from None
        assert process.stdin is not None
        try:
            with contextlib.suppress(BrokenPipeError):  # it says why
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
    """Raw pictures in, and out what every player shows; the encoder is ffmpeg's own choice."""
    width, height = size
    return [
        *(program, "-y", "-v", "error"),
        *("-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}"),
        *("-r", str(PACE.rate), "-i", "-", "-an"),
        *("-vf", f"scale=out_color_matrix={_COLOURS}:out_range=tv,format=yuv420p"),
        *("-colorspace", _COLOURS, "-color_primaries", _COLOURS, "-color_trc", _COLOURS),
        *("-movflags", "+faststart", "-f", "mp4", str(file)),
    ]
