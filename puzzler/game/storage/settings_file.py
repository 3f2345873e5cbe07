"""The settings in a small JSON file of the user's, which a person may edit and windows share."""

from __future__ import annotations

import contextlib
import json
import logging
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from puzzler import resources
from puzzler.board.errors import shortened
from puzzler.board.scenario import printable
from puzzler.game.core.settings import AUTOMATIC, Settings, carry_over
from puzzler.game.storage.database import LOCK_PATIENCE, MISREAD, locked
from puzzler.search.registry import DEFAULT_ALGORITHM, DEFAULT_HEURISTIC

FILE_NAME = "settings.json"
LOCK_NAME = ".settings.lock"
MOST_BYTES = 2**20
"""No settings take more."""
LONGEST_REASON = 200

_ONCE_UNCHOSEN = DEFAULT_ALGORITHM, DEFAULT_HEURISTIC, 1.0
"""The content of files that were written before ``AUTOMATIC`` was introduced."""

_log = logging.getLogger("puzzler")


def load_settings(folder: Path | None = None) -> tuple[Settings, str]:
    """The settings kept in ``folder`` (by default the user's), and what is to be said about them.

    Never raises. No file gives the defaults and nothing to say. A file that cannot be understood is
    renamed to ``settings.json.broken`` and the defaults are used; the message says so.
    """
    settings, _, message = _load((folder or resources.data_folder()) / FILE_NAME)
    return settings, message


class SettingsKeeper:
    """Keeps the settings whenever they have changed, as one window knows them."""

    def __init__(self, known: Settings, folder: Path | None = None) -> None:
        """``known``: what was loaded from ``folder``, by default the user's."""
        self._known = known
        self._tried = known
        self._folder = folder or resources.data_folder()

    def keep(self, settings: Settings, *, can_wait: bool = True) -> str:
        """Keep what has changed since the last time; "" or why it cannot be done. Never raises.

        Everything else stays as it is in the file, where another window may have written. The file
        is replaced as a whole or not at all. What could not be kept is tried again with the next
        change, and with the next call where another window writes now and this one cannot wait.
        """
        if settings == self._tried:
            return ""
        self._tried = settings
        file = self._folder / FILE_NAME
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with locked(self._folder / LOCK_NAME, LOCK_PATIENCE if can_wait else 0) as is_ours:
                if not (is_ours or can_wait):
                    self._tried = self._known
                    return ""
                there, unknown, message = _load(file)
                if message and file.exists():
                    return message  # whatever is in it, it is the user's
                kept = carry_over(self._known, settings, there)
                resources.write_atomically(
                    file, json.dumps(unknown | asdict(kept), indent=1) + "\n"
                )
        except (OSError, ValueError) as error:
            return _said(f"the settings cannot be kept ({_reason(error)})")
        if not message:
            self._known = settings
        return message


def _load(file: Path) -> tuple[Settings, dict[str, Any], str]:
    """The settings, what a newer version wrote beside them, and what is to be said."""
    try:
        data = resources.read_regular(file, MOST_BYTES + 1)
    except FileNotFoundError:
        return Settings(), {}, ""
    except (OSError, ValueError) as error:
        said = _said(f"the settings cannot be read ({_reason(error)}): using defaults")
        return Settings(), {}, said
    try:
        if len(data) > MOST_BYTES:
            raise ValueError("it is too large")
        return *_read(json.loads(data.decode("utf-8"))), ""
    except UnicodeDecodeError:
        reason = "it is not text"
    except MISREAD as error:
        reason = shortened(printable(str(error)), LONGEST_REASON)
    aside = file.with_name(file.name + ".broken")
    with contextlib.suppress(OSError):
        file.replace(aside)
    where = f", the old file is now {aside.name}" if not file.exists() else ""
    # the reason may be long, and a line too long for the window is cut at its end
    said = _said(f"the settings file is broken: using defaults{where} ({reason})")
    return Settings(), {}, said


def _read(value: Any) -> tuple[Settings, dict[str, Any]]:
    if not isinstance(value, dict):
        raise TypeError("it holds no settings")
    names = {field.name for field in fields(Settings)}
    # a newer version may have written more than this one knows: that is no fault
    known = {name: chosen for name, chosen in value.items() if name in names}
    method = tuple(value.get(name) for name in ("algorithm", "heuristic", "weight"))
    if "time_limit" not in value and method == _ONCE_UNCHOSEN:
        known["algorithm"] = AUTOMATIC
    return Settings(**known), {name: value[name] for name in value.keys() - names}


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _said(message: str) -> str:
    _log.warning(message)
    return message
