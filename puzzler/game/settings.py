"""What the user has chosen, kept in a small JSON file in the user's own folder."""

from __future__ import annotations

import contextlib
import json
import logging
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from puzzler import resources
from puzzler.board.board import check_shape
from puzzler.game.playback import FASTEST, SLOWEST
from puzzler.search.optimal import optimal_choice
from puzzler.search.registry import (
    ALGORITHMS,
    DEFAULT_ALGORITHM,
    DEFAULT_HEURISTIC,
    HEURISTICS,
)
from puzzler.search.weight import weight_terms

FILE_NAME = "settings.json"

_log = logging.getLogger("puzzler")


@dataclass(frozen=True)
class Settings:
    """What the user has chosen. Raises ValueError, naming the field, where a choice cannot be."""

    rows: int = 4
    """Of a new board."""
    columns: int = 4
    """Of a new board."""
    playback_speed: float = 4.0
    """Moves a second, 0.5 to 60."""
    instant_shuffle: bool = False
    """A new board is there at once instead of being shuffled as one watches."""
    reduced_motion: bool = False
    """Tiles jump instead of gliding."""
    arrows_move_blank: bool = False
    """Arrow keys move the blank instead of the tile."""
    algorithm: str = DEFAULT_ALGORITHM
    """What Watch searches with."""
    heuristic: str = DEFAULT_HEURISTIC
    """What Watch searches with."""
    weight: float = 1.0
    """Of the heuristic in Watch."""
    shortest: bool = False
    """Watch searches the fastest way to a proven shortest answer, whatever the three above say."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            expected = type(field.default)
            # JSON writes 4.0 as 4 where a person edits the file; but True is no number here
            is_whole_number = expected is float and type(value) is int
            if type(value) is not expected and not is_whole_number:
                raise ValueError(f"{field.name} cannot be {value!r}")
        check_shape(self.rows, self.columns)
        if not SLOWEST <= self.playback_speed <= FASTEST:
            raise ValueError(f"playback_speed goes from {SLOWEST} to {FASTEST:g}")
        if self.algorithm not in ALGORITHMS:
            raise ValueError(f"no algorithm is called {self.algorithm!r}")
        if self.heuristic not in HEURISTICS:
            raise ValueError(f"no heuristic is called {self.heuristic!r}")
        weight_terms(self.weight)


def carry_over(before: Settings, after: Settings, kept: Settings) -> Settings:
    """``kept`` with what was changed on the way from ``before`` to ``after``, and nothing else."""
    changes = {
        field.name: getattr(after, field.name)
        for field in fields(Settings)
        if getattr(after, field.name) != getattr(before, field.name)
    }
    return replace(kept, **changes)


def way(settings: Settings, rows: int, columns: int) -> tuple[str, str, float]:
    """(algorithm, heuristic, weight) to search boards of this shape with."""
    if settings.shortest:
        return *optimal_choice(rows, columns), 1
    return settings.algorithm, settings.heuristic, settings.weight


def load_settings(folder: Path | None = None) -> tuple[Settings, str]:
    """The settings kept in ``folder`` (by default the user's), and what is to be said about them.

    Never raises. No file gives the defaults and nothing to say. A file that cannot be read is
    renamed to ``settings.json.broken`` and the defaults are used; the message says so.
    """
    file = (folder or resources.data_folder()) / FILE_NAME
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), _said(f"the settings cannot be read ({error.strerror}): using defaults")
    except UnicodeDecodeError:
        return Settings(), _set_aside(file, "it is not text")
    try:
        return _from_json(json.loads(text)), ""
    except (ValueError, RecursionError) as error:
        return Settings(), _set_aside(file, str(error))


def save_settings(settings: Settings, folder: Path | None = None) -> str:
    """Keep ``settings`` in ``folder`` (by default the user's); "" or why it could not be done.

    Never raises. The file is replaced as a whole or not at all.
    """
    file = (folder or resources.data_folder()) / FILE_NAME
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        resources.write_atomically(file, json.dumps(asdict(settings), indent=2) + "\n")
    except OSError as error:
        return _said(f"the settings cannot be kept ({error.strerror})")
    return ""


def _from_json(value: Any) -> Settings:
    if not isinstance(value, dict):
        raise ValueError("it holds no settings")
    # a newer version may have written more than this one knows: that is no fault
    known = {field.name for field in fields(Settings)}
    return Settings(**{name: chosen for name, chosen in value.items() if name in known})


def _set_aside(file: Path, reason: str) -> str:
    aside = file.with_name(FILE_NAME + ".broken")
    with contextlib.suppress(OSError):
        file.replace(aside)
    where = f", the old file is now {aside.name}" if not file.exists() else ""
    return _said(f"the settings file is broken ({reason}): using defaults{where}")


def _said(message: str) -> str:
    _log.warning(message)
    return message
