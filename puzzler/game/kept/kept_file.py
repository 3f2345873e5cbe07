"""A value kept in a small JSON file of the user's: how it is read and written."""

from __future__ import annotations

import contextlib
import json
import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from puzzler import resources

Value = TypeVar("Value")

_MISREAD = (
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What can be raised by reading what somebody else wrote."""

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class KeptFile(Generic[Value]):
    """One such file. Neither ``load`` nor ``save`` ever raises: what went wrong is one line."""

    name: str
    """Of the file, such as ``settings.json``."""
    what: str
    """What it holds, as the user would say it: ``settings``."""
    instead: str
    """What is done without it: ``using defaults``."""
    default: Callable[[], Value]
    """What holds where there is no file."""
    from_json: Callable[[Any], Value]
    """Reads what ``json.loads`` gave; any usual exception says that it is not as it should be."""
    to_json: Callable[[Value], Any]
    """Makes what ``json.dumps`` takes."""

    def load(self, folder: Path | None = None) -> tuple[Value, str]:
        """What is kept in ``folder`` (by default the user's), and what is to be said about it.

        No file gives the default and nothing to say. A file that cannot be understood is renamed to
        ``NAME.broken`` and the default is used; the message says so.
        """
        file = (folder or resources.data_folder()) / self.name
        try:
            text = file.read_text(encoding="utf-8")
        except FileNotFoundError:
            return self.default(), ""
        except OSError as error:
            reason = f"the {self.what} cannot be read ({error.strerror}): {self.instead}"
            return self.default(), _said(reason)
        except UnicodeDecodeError:
            return self.default(), self._set_aside(file, "it is not text")
        try:
            return self.from_json(json.loads(text)), ""
        except KeyError as error:
            return self.default(), self._set_aside(file, f"{error} is missing")
        except _MISREAD as error:
            return self.default(), self._set_aside(file, str(error))

    def save(self, value: Value, folder: Path | None = None) -> str:
        """Keep ``value`` in ``folder`` (by default the user's); "" or why it could not be done.

        The file is replaced as a whole or not at all.
        """
        file = (folder or resources.data_folder()) / self.name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            resources.write_atomically(file, json.dumps(self.to_json(value), indent=1) + "\n")
        except OSError as error:
            return _said(f"the {self.what} cannot be kept ({error.strerror})")
        return ""

    def _set_aside(self, file: Path, reason: str) -> str:
        aside = file.with_name(self.name + ".broken")
        with contextlib.suppress(OSError):
            file.replace(aside)
        where = f", the old file is now {aside.name}" if not file.exists() else ""
        # the reason may be long, and a line too long for the window is cut at its end
        return _said(f"the {self.what} file is broken: {self.instead}{where} ({reason})")


def what_cannot_be_kept(folder: Path | None = None) -> str:
    """One line where nothing can be written into ``folder`` (by default the user's), else ""."""
    folder = folder or resources.data_folder()
    present = next((place for place in (folder, *folder.parents) if place.exists()), folder)
    if present.is_dir() and os.access(present, os.W_OK | os.X_OK):
        return ""
    return f"settings, records and the game cannot be kept: {folder} cannot be written"


def _said(message: str) -> str:
    _log.warning(message)
    return message
