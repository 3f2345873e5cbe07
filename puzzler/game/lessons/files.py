"""Lessons as files: those that come with Puzzler, and those that teachers write."""

from __future__ import annotations

from pathlib import Path

from puzzler import resources
from puzzler.game.lessons.reading import read
from puzzler.game.lessons.values import Fault, Lesson, LessonError

MOST_BYTES = 1_000_000


def bundled() -> dict[str, Path]:
    """The files of the lessons that come with Puzzler, by name; in no order."""
    return {file.stem: file for file in (resources.assets() / "lessons").glob("*.toml")}


def read_bundled() -> dict[str, Lesson]:
    """All of them by name, in the order of their ranks; LessonError where one is wrong."""
    lessons = [read_file(file) for file in bundled().values()]
    return {lesson.name: lesson for lesson in sorted(lessons, key=lambda each: each.rank)}


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
