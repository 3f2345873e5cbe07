"""Lessons as files: those that come with Puzzler, and those that teachers write."""

from __future__ import annotations

from pathlib import Path

from puzzler import resources
from puzzler.game.lessons.reading import read
from puzzler.game.lessons.values import Fault, Lesson, LessonError, Shelf

MOST_BYTES = 1_000_000


def bundled() -> dict[str, Path]:
    """The files of the lessons that come with Puzzler, by name; in no order."""
    return {file.stem: file for file in (resources.assets() / "lessons").glob("*.toml")}


def read_bundled() -> Shelf:
    """All of them in the order of their ranks; one that is wrong takes none of the others away."""
    lessons, troubles = [], []
    for file in sorted(bundled().values()):
        try:
            lessons.append(read_file(file))
        except LessonError as error:
            troubles.append(str(error))
    lessons.sort(key=lambda lesson: lesson.rank)
    return Shelf({lesson.name: lesson for lesson in lessons}, tuple(troubles))


def read_file(file: Path) -> Lesson:
    """The lesson in a file; LessonError where it cannot be read or is not right."""
    name = file.name if file.name.isprintable() else ascii(file.name)
    try:
        with file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except IsADirectoryError:
        raise LessonError(name, (Fault(None, "that is a folder, not a file"),)) from None
    except FileNotFoundError:
        raise LessonError(name, (Fault(None, "there is no such file"),)) from None
    except OSError as error:
        reason = f"cannot be read: {error.strerror or error}"
        raise LessonError(name, (Fault(None, reason),)) from None
    if len(data) > MOST_BYTES:
        reason = f"larger than {MOST_BYTES:,} bytes: that is no lesson"
        raise LessonError(name, (Fault(None, reason),))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        fault = Fault(line, f"byte 0x{data[error.start]:02x} is not UTF-8 text")
        raise LessonError(name, (fault,)) from None
    return read(text, file.stem, name)
