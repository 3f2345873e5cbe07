"""Films into files: the end of a file's name says in which form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from puzzler.board.errors import quoted
from puzzler.window.export.film import Film, RecordingError

GIF, PNG, MP4 = ".gif", ".png", ".mp4"
SUFFIXES = (GIF, PNG, MP4)


def suffix_of(file: Path) -> str:
    """The form that ``file`` asks for; RecordingError where there is no such, or cannot be now."""
    suffix = file.suffix.lower()
    if suffix not in SUFFIXES:
        known = ", ".join(SUFFIXES[:-1]) + f" or {SUFFIXES[-1]}"
        raise RecordingError(f"{file}: a recording ends in {known}, not in {quoted(file.suffix)}")
    if suffix == MP4:
        from puzzler.window.export.mp4 import find_ffmpeg

        find_ffmpeg()
    return suffix


def record(film: Film, suffix: str, stream: BinaryIO) -> Iterator[int]:
    """Write ``film`` into an open and empty file; how many moves have been drawn, again and again.

    ``stream`` has a name: ffmpeg is told that. RecordingError where it cannot be.
    """
    from puzzler.window.core.display import drawing_unseen

    with drawing_unseen():
        if suffix == MP4:
            from puzzler.window.export.mp4 import write_mp4

            yield from write_mp4(film, Path(stream.name))
            return
        if suffix == GIF:
            from puzzler.window.export.gif import gif_of as made_of
        else:
            from puzzler.window.export.png import png_of as made_of
        for news in made_of(film):
            if isinstance(news, bytes):
                stream.write(news)
            else:
                yield news
