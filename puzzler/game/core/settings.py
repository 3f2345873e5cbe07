"""What the user has chosen, as a checked value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

from puzzler.board.board import check_shape
from puzzler.board.errors import quoted
from puzzler.game.core.category import CHOICES as DIFFICULTIES
from puzzler.game.core.category import Difficulty, goal_from_text
from puzzler.game.core.playback import FASTEST, SLOWEST, USUAL_SPEED
from puzzler.search.method import Method
from puzzler.search.options import Limit, machine_memory_bytes
from puzzler.search.parameters import CHOICES, PARAMETERS, with_fields
from puzzler.search.registry import DEFAULT_ALGORITHM, DEFAULT_HEURISTIC

WHOLE_SECONDS = 30.0
"""A long solution is played in about so long where no speed was chosen."""
LONGEST_NAME = 4096
"""Letters of a name or a path: no system knows longer ones."""
SMALLEST_SCALE = 0.75
LARGEST_SCALE = 3.0


class TileFace(StrEnum):
    """What the tiles show."""

    NUMBERS = "numbers"
    LETTERS = "letters"
    PICTURE = "picture"


AUTOMATIC = "automatic"
"""Stands among the names of algorithms for each shape's own method."""
PARTS = {row.name for row in PARAMETERS} - {"algorithm"}
"""Parameters of a method whose algorithm was chosen by name."""
SHORTEST_INSPECTION = 5
LONGEST_INSPECTION = 60
MOST_MEMORY = 1_000_000
_MEGABYTE = 10**6
_RANGES = {
    "playback_speed": (SLOWEST, FASTEST),
    "inspection": (SHORTEST_INSPECTION, LONGEST_INSPECTION),
    "volume": (0, 1),
    "interface_scale": (SMALLEST_SCALE, LARGEST_SCALE),
    "thinking_seconds": (0, 60),
    "time_limit": (0.1, 86_400.0),
    "memory_limit": (16, MOST_MEMORY),
}


SYSTEM = "system"
"""The theme that is dark or light as the system is."""


@dataclass(frozen=True)
class SystemLook:
    """What the system says of how programs should look."""

    is_dark: bool | None = None
    """None where it does not say."""
    reduces_motion: bool = False


@dataclass(frozen=True, kw_only=True)
@with_fields(CHOICES, lambda row: row.default)
class Settings:
    """The user's settings, with a field for each further parameter of a chosen method.

    Raises ValueError, which names the field, if a value is not allowed.
    """

    rows: int = 4
    columns: int = 4
    goal: str = "standard"
    """Of a new board: a name in GOALS, or the text of a board drawn by hand."""
    difficulty: Difficulty = Difficulty.MIXED
    playback_speed: float | None = None
    """Moves a second, 0.5 to 60; None is what suits the number of moves, see ``speed_of``."""
    instant_shuffle: bool = False
    """A new board is there at once instead of being shuffled as one watches."""
    inspection: int = 0
    """Seconds, 5 to 60, for which a new board can be looked at before the timer starts by itself; 0
    lets it wait for the first move."""
    blindfold: bool = False
    """The tiles are covered from the first move on, until the board is solved or given up."""
    reduced_motion: bool | None = None
    """Tiles jump instead of gliding; None does as the system does."""
    arrows_move_blank: bool = False
    """Arrow keys move the blank instead of the tile."""
    letters_move_tiles: bool = False
    """W A S D move tiles, and Enter alone watches."""
    coach: bool = False
    """The coach is on: it shows moves left and lost, and the shortest moves in green."""
    algorithm: str = AUTOMATIC
    """What Watch searches with: a name, or ``AUTOMATIC`` for what suits the board's shape."""
    heuristic: str = DEFAULT_HEURISTIC
    """What guides an algorithm that was chosen by name."""
    weight: float = 1.0
    """Of the heuristic in such an algorithm."""
    details: bool = False
    """In Play the details of the search are shown beside the board."""
    shortest: bool = False
    """Watch searches with what proves a shortest answer fastest, whatever the method above says."""
    time_limit: float | None = None
    """Seconds that each search may take, 0.1 to 86,400; None is as long as it takes."""
    memory_limit: float | None = None
    """Megabytes (of 1,000,000 bytes) that each search may use, 16 to 1,000,000, but never more than
    the machine has; None is the default."""

    thinking_seconds: float = 1.0
    """Seconds, 0 to 60, that Anytime searches before its solution is played."""

    theme: str = SYSTEM
    """Name of a file in ``assets/themes``, or dark or light as the system is; the window falls back
    where there is none."""
    interface_scale: float | None = None
    """0.75 to 3 times the plain size; None follows the window."""
    volume: float = 0.6
    """Of sounds, 0 to 1."""
    is_muted: bool = False
    face: TileFace = TileFace.NUMBERS
    picture: str = ""
    """Name of a bundled picture, or the path of the user's own; empty for the first bundled one."""
    numbers_on_pictures: bool = True
    """Small numbers on the tiles of a picture."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """Keys chosen by hand: the name of a command to the names of keys that ask for it."""
    folder: str = ""
    """The folder where a file was opened or saved last; empty before the first time."""
    is_welcomed: bool = False
    """The hint of the first run has been seen."""

    def reduces_motion(self, system: SystemLook) -> bool:
        """As chosen, else as the system says."""
        return system.reduces_motion if self.reduced_motion is None else self.reduced_motion

    def theme_on(self, system: SystemLook) -> str:
        """The name of the theme, dark where the system does not say."""
        return (
            self.theme if self.theme != SYSTEM else "light" if system.is_dark is False else "dark"
        )

    def speed_of(self, moves: int) -> float:
        """Moves a second of a playback of so many: as chosen, else 4, or what takes 30 seconds."""
        if self.playback_speed is not None:
            return self.playback_speed
        return min(FASTEST, max(USUAL_SPEED, moves / WHOLE_SECONDS))

    def __post_init__(self) -> None:
        for known in fields(self):
            value = getattr(self, known.name)
            if not (_is_fit(value, known.default) or known.name == "reduced_motion"):
                raise ValueError(f"{known.name} cannot be {value!r}")
        if self.reduced_motion is not None and type(self.reduced_motion) is not bool:
            raise ValueError(f"reduced_motion cannot be {self.reduced_motion!r}")
        for name, choices in (("difficulty", DIFFICULTIES), ("face", tuple(TileFace))):
            value = getattr(self, name)
            if value not in choices:
                raise ValueError(f"{name} is one of {', '.join(choices)}, not {value!r}")
            object.__setattr__(self, name, choices[choices.index(value)])
        object.__setattr__(self, "keys", _checked_keys(self.keys))
        for name in ("theme", "picture", "folder"):
            value = getattr(self, name)  # a file's name need not be Unicode
            if "\0" in value or len(value) > LONGEST_NAME:
                raise ValueError(f"{name} cannot be {quoted(value)}")
        check_shape(self.rows, self.columns)
        goal_from_text(self.goal, self.rows, self.columns)
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            is_off = value is None or (name == "inspection" and value == 0)
            if not is_off and not least <= value <= most:
                raise ValueError(f"{name} goes from {least:g} to {most:g}")
        for row in CHOICES:
            value = getattr(self, row.name)
            if row.kind is int and value is not None and type(value) is not int:
                raise ValueError(f"{row.name} cannot be {value!r}")
        self._named_method()  # raises where one of its parts cannot be

    @property
    def is_automatic(self) -> bool:
        """Watch searches with each shape's own method."""
        return self.algorithm == AUTOMATIC and not self.shortest

    @cached_property
    def limit(self) -> Limit:
        """How far each search may go."""
        if self.memory_limit is None:
            return Limit(seconds=self.time_limit)
        most = machine_memory_bytes() or MOST_MEMORY * _MEGABYTE
        memory = min(int(self.memory_limit * _MEGABYTE), most)
        return Limit(seconds=self.time_limit, memory_bytes=memory)

    def method(self, rows: int, columns: int) -> Method:
        """What Watch searches boards of this shape with."""
        if self.shortest:
            return Method.shortest(rows, columns, self.limit)
        if self.is_automatic:
            return Method.automatic(rows, columns, self.limit)
        return self._named_method()

    def _named_method(self) -> Method:
        name = DEFAULT_ALGORITHM if self.algorithm == AUTOMATIC else self.algorithm
        return Method(name, limit=self.limit, **{part: getattr(self, part) for part in PARTS})


def carry_over(before: Settings, after: Settings, kept: Settings) -> Settings:
    """``kept`` with what differs between ``before`` and ``after``, and nothing else."""
    changes = {
        field.name: getattr(after, field.name)
        for field in fields(Settings)
        if getattr(after, field.name) != getattr(before, field.name)
    }
    return replace(kept, **changes)


def _is_fit(value: Any, default: Any) -> bool:
    """``value`` is of the kind of ``default``, as JSON knows kinds."""
    if default is MISSING:  # the keys, which are looked at one by one
        return True
    if default is None:
        return value is None or type(value) in (int, float)
    if isinstance(default, str):
        return isinstance(value, str)
    # JSON writes 4.0 as 4 where a person edits the file; but True is no number here
    return type(value) is type(default) or (type(default) is float and type(value) is int)


def _checked_keys(keys: Any) -> dict[str, tuple[str, ...]]:
    """Which commands and keys there are, the window knows; here only their shape is looked at."""
    if not isinstance(keys, Mapping):
        raise ValueError(f"keys cannot be {keys!r}")
    for command, names in keys.items():
        words = [command, *names] if isinstance(names, (list, tuple)) else [None]
        if not all(type(word) is str and len(word) <= 40 and word.isprintable() for word in words):
            raise ValueError(
                f"the keys of {quoted(str(command))} are a list of names, "
                f"not {quoted(str(names), 60)}"
            )
    return {command: tuple(names) for command, names in keys.items()}
