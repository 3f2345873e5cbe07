"""The settings file, a small JSON file that the user may edit and that windows share."""

from __future__ import annotations

import contextlib
import json
import logging
import os
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

from puzzler import private_files, resources
from puzzler.board.errors import shortened
from puzzler.board.numbers import parse_json
from puzzler.board.scenario import printable
from puzzler.game.core.settings import AUTOMATIC, Settings, carry_over
from puzzler.game.storage.database import LOCK_PATIENCE, READ_ERRORS, locked
from puzzler.search.custom.source import is_source
from puzzler.search.registry import DEFAULT_ALGORITHM, DEFAULT_HEURISTIC

FILE_NAME = "settings.json"
LOCK_NAME = ".settings.lock"
MAX_BYTES = 2**20
"""A larger file is not read."""
LONGEST_REASON = 200

_ONCE_UNCHOSEN = DEFAULT_ALGORITHM, DEFAULT_HEURISTIC, 1.0
"""The method in files that were written before ``AUTOMATIC`` was introduced."""

_log = logging.getLogger("puzzler")


def load_settings(folder: Path | None = None) -> tuple[Settings, str]:
    """Load the settings of ``folder`` (default: the user's) and a message, which may be empty.

    Never raises. If there is no file, the defaults are returned. An invalid file is renamed to
    ``settings.json.broken``; the defaults and a message are returned. If another user can change
    the file, a method with code in a file is replaced by the default.
    """
    file = (folder or resources.data_folder()) / FILE_NAME
    settings, _, message = _load(file)
    names = [name for name in (settings.algorithm, settings.heuristic) if is_source(name)]
    if names and not private_files.is_trusted(file):
        settings = replace(settings, algorithm=AUTOMATIC, heuristic=DEFAULT_HEURISTIC)
        message = _log_warning(f"{names[0]} is not used, because other users can change {file}")
    return settings, message


class SettingsKeeper:
    """Saves the changes that one window makes to the settings."""

    def __init__(self, loaded: Settings, folder: Path | None = None) -> None:
        """loaded: the settings that were loaded from ``folder`` (default: the user's)."""
        self._loaded = loaded
        self._tried = loaded
        self._folder = folder or resources.data_folder()

    def keep(self, settings: Settings, *, can_wait: bool = True) -> str:
        """Save what has changed since the last call. Returns "" or a message. Never raises.

        All other values in the file are kept, because another window may have written them. The
        file is replaced completely or not at all. A failed save is repeated at the next change. If
        another window is writing and this one cannot wait, it is repeated at the next call.
        """
        if settings == self._tried:
            return ""
        self._tried = settings
        file = self._folder / FILE_NAME
        try:
            resources.make_folder(self._folder)
            with locked(self._folder / LOCK_NAME, LOCK_PATIENCE if can_wait else 0) as is_ours:
                if not (is_ours or can_wait):
                    self._tried = self._loaded
                    return ""
                stored, unknown, message = _load(file)
                if message and file.exists():
                    return message  # the file is the user's, whatever it contains
                merged = carry_over(self._loaded, settings, stored)
                text = json.dumps(unknown | asdict(merged), indent=1) + "\n"
                with private_files.replacing(resources.resolved(file)) as stream:
                    stream.write(text.encode())
        except (OSError, ValueError) as error:
            message = f"the settings cannot be saved ({_reason(error)})"
            # the store has logged that nothing can be saved in a missing or read-only folder
            if self._folder.is_dir() and os.access(self._folder, os.W_OK):
                _log.warning(message)
            return message
        if not message:
            self._loaded = settings
        return message


def _load(file: Path) -> tuple[Settings, dict[str, Any], str]:
    """Return the settings, unknown values (from a newer version) and a message."""
    try:
        data = resources.read_regular(file, MAX_BYTES + 1)
    except FileNotFoundError:
        return Settings(), {}, ""
    except (OSError, ValueError) as error:
        message = _log_warning(f"the settings cannot be read ({_reason(error)}): using defaults")
        return Settings(), {}, message
    try:
        if len(data) > MAX_BYTES:
            raise ValueError("it is too large")
        return *_read(parse_json(data.decode("utf-8"))), ""
    except UnicodeDecodeError:
        reason = "it is not text"
    except READ_ERRORS as error:
        reason = shortened(printable(str(error)), LONGEST_REASON)
    aside = file.with_name(file.name + ".broken")
    with contextlib.suppress(OSError):
        file.replace(aside)
    where = f", the old file is now {aside.name}" if not file.exists() else ""
    # the reason comes last, because the window cuts long lines at the end
    message = _log_warning(f"the settings file is damaged: using defaults{where} ({reason})")
    return Settings(), {}, message


def _read(value: Any) -> tuple[Settings, dict[str, Any]]:
    if not isinstance(value, dict):
        raise TypeError("it contains no settings")
    names = {field.name for field in fields(Settings)}
    # a newer version may have written other values
    loaded = {name: chosen for name, chosen in value.items() if name in names}
    method = tuple(value.get(name) for name in ("algorithm", "heuristic", "weight"))
    if "time_limit" not in value and method == _ONCE_UNCHOSEN:
        loaded["algorithm"] = AUTOMATIC
    return Settings(**loaded), {name: value[name] for name in value.keys() - names}


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _log_warning(message: str) -> str:
    _log.warning(message)
    return message
