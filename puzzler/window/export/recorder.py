"""Writes films into files. The suffix of a file selects the format."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from puzzler.board.errors import quoted
from puzzler.window.export.film import Film, RecordingError, Report

GIF, PNG, MP4 = ".gif", ".png", ".mp4"
SUFFIXES = (GIF, PNG, MP4)


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
