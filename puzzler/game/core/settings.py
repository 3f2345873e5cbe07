"""The user's settings, validated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field, fields, replace
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
"""Maximum duration of a playback in seconds, if no speed was chosen."""
LONGEST_NAME = 4096
MAX_RECENT = 8
MAX_CROPS = 50
SMALLEST_SCALE = 0.75
LARGEST_SCALE = 3.0


class TileFace(StrEnum):
    """Tile faces: numbers, letters or a picture."""

    NUMBERS = "numbers"
    LETTERS = "letters"
    PICTURE = "picture"


class TileColors(StrEnum):
    """Rule that colours the tiles. The values are also the names in the settings."""

    GRADIENT = "diagonal"
    ROWS = "rows"
    COLUMNS = "columns"
    LAYERS = "layers"
    SOLVED = "solved tiles"
    NONE = "none"


AUTOMATIC = "automatic"
"""The value of ``algorithm`` that selects the default method for the board's shape."""
PARTS = {row.name for row in PARAMETERS} - {"algorithm"}
"""Names of the method's parameters that apply only if the algorithm was chosen by name."""
SHORTEST_INSPECTION = 5
LONGEST_INSPECTION = 60
MAX_MEMORY = 1_000_000
_MEGABYTE = 10**6
_RANGES = {
    "playback_speed": (SLOWEST, FASTEST),
    "ghost": (0, FASTEST),
    "inspection": (SHORTEST_INSPECTION, LONGEST_INSPECTION),
    "volume": (0, 1),
    "interface_scale": (SMALLEST_SCALE, LARGEST_SCALE),
    "thinking_seconds": (0, 60),
    "time_limit": (0.1, 86_400.0),
    "memory_limit": (16, MAX_MEMORY),
}


MAX_ZOOM = 8.0


@dataclass(frozen=True)
class Crop:
    """The part of a picture that the tiles show."""

    x: float = 0.5
    """Centre of the part, as a fraction of the width of the picture."""
    y: float = 0.5
    zoom: float = 1.0
    """1 to MAX_ZOOM; with 1 the part is as large as possible."""

    def part(self, width: float, height: float, ratio: float) -> tuple[float, float, float, float]:
        """Return left, top, width and height of the part of a picture, within the picture.

        ratio: width of the part divided by its height.
        """
        across = min(width, height * ratio) / self.zoom
        down = across / ratio
        left = min(max(self.x * width - across / 2, 0.0), width - across)
        top = min(max(self.y * height - down / 2, 0.0), height - down)
        return left, top, across, down


MIDDLE = Crop()

SYSTEM = "system"
"""The value of ``theme`` that follows the system: dark or light."""


@dataclass(frozen=True)
class SystemLook:
    """The appearance that the operating system prefers."""

    is_dark: bool | None = None
    """None if unknown."""
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
    """The goal of new boards: a name in GOALS, or a board as text."""
    difficulty: Difficulty = Difficulty.MIXED
    """The difficulty of the sizes that are not in ``difficulties``."""
    difficulties: Mapping[str, Difficulty] = field(default_factory=dict, hash=False)
    """The difficulty chosen for a size, by its name, such as "4x4"."""
    playback_speed: float | None = None
    """Moves per second, 0.5 to 60; None depends on the length, see ``speed_of``."""
    instant_shuffle: bool = False
    """Show a new board immediately instead of animating its shuffle."""
    inspection: int = 0
    """Inspection time in seconds, 5 to 60; with 0 the timer waits for the first move."""
    blindfold: bool = False
    """Hide the tiles from the first move on, until the board is solved or given up."""
    reduced_motion: bool | None = None
    """Do not animate tiles; None follows the system."""
    arrows_move_blank: bool = False
    letters_move_tiles: bool = False
    """The keys W, A, S and D move tiles. Watch is then started by Enter only."""
    hover: bool = False
    """The tile under the pointer slides without a click; Ctrl or a pressed button prevents it."""
    ghost: float | None = None
    """Moves per second, up to 60, of the solution shown next to the board; 0 is the player's
    fastest solve of the board, None is no ghost."""
    multi_tile: bool = False
    """A row of tiles that one action moves counts as one move."""
    coach: bool = False
    """The coach is on. It shows moves left, extra moves and the shortest moves in green."""
    algorithm: str = AUTOMATIC
    heuristic: str = DEFAULT_HEURISTIC
    weight: float = 1.0
    details: bool = False
    shortest: bool = False
    """Use the fastest method that proves a shortest solution, instead of ``algorithm``."""
    time_limit: float | None = None
    """Time limit of a search in seconds, 0.1 to 86,400; None is unlimited."""
    memory_limit: float | None = None
    """Megabytes of a search, 16 to 1,000,000, at most the installed memory; None is the default."""

    thinking_seconds: float = 1.0
    """Seconds, 0 to 60, that Anytime searches before its solution is played."""

    theme: str = SYSTEM
    """The name of a file in ``assets/themes``, or ``SYSTEM``. An unknown name gives the dark
    theme."""
    interface_scale: float | None = None
    """The size of the interface, 0.75 to 3; None depends on the window."""
    volume: float = 0.6
    """The volume of sounds, 0 to 1."""
    is_muted: bool = False
    face: TileFace = TileFace.NUMBERS
    tile_colors: TileColors = TileColors.GRADIENT
    picture: str = ""
    """Name of a bundled picture, or the path of the user's own; empty for the first bundled one."""
    crops: Mapping[str, Crop] = field(default_factory=dict, hash=False)
    """The part of each picture that the tiles show, by the value of ``picture``."""
    numbers_on_pictures: bool = True
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The user's keys: names of keys by command."""
    system_dialogs: bool = True
    """Use the file dialogs of the system, if there are any."""
    folder: str = ""
    """The folder of the last file opened or saved; empty before the first."""
    recent_folders: tuple[str, ...] = ()
    """Folders of files that were opened or saved, the latest first, at most MAX_RECENT."""
    window_bounds: str = ""
    """Size and place of the window when it was last closed; empty before the first time."""
    is_welcomed: bool = False

    def difficulty_of(self, rows: int, columns: int) -> Difficulty:
        """Return the difficulty of new boards of this size."""
        return self.difficulties.get(f"{rows}x{columns}", self.difficulty)

    def with_difficulty(self, rows: int, columns: int, difficulty: Difficulty) -> Settings:
        """Return settings with this difficulty for new boards of this size."""
        chosen = {**self.difficulties, f"{rows}x{columns}": difficulty}
        return replace(self, difficulties=chosen)

    def crop_of(self, picture: str) -> Crop:
        """Return the part of a picture that the tiles show."""
        return self.crops.get(picture, MIDDLE)

    def reduces_motion(self, system: SystemLook) -> bool:
        """Whether animations are off: the setting, or by default the system's preference."""
        return system.reduces_motion if self.reduced_motion is None else self.reduced_motion

    def theme_on(self, system: SystemLook) -> str:
        """The name of the theme; dark if the preference of the system is unknown."""
        return (
            self.theme if self.theme != SYSTEM else "light" if system.is_dark is False else "dark"
        )

    def speed_of(self, moves: int) -> float:
        """Return moves per second: the setting, else 4, or more to finish in 30 seconds."""
        if self.playback_speed is not None:
            return self.playback_speed
        return min(FASTEST, max(USUAL_SPEED, moves / WHOLE_SECONDS))

    def __post_init__(self) -> None:
        for entry in fields(self):
            value = getattr(self, entry.name)
            if not (_has_type_of(value, entry.default) or entry.name == "reduced_motion"):
                raise ValueError(f"{entry.name} cannot be {value!r}")
        if self.reduced_motion is not None and type(self.reduced_motion) is not bool:
            raise ValueError(f"reduced_motion cannot be {self.reduced_motion!r}")
        for name, choices in (
            ("difficulty", DIFFICULTIES),
            ("face", tuple(TileFace)),
            ("tile_colors", tuple(TileColors)),
        ):
            value = getattr(self, name)
            if value not in choices:
                raise ValueError(f"{name} is one of {', '.join(choices)}, not {value!r}")
            object.__setattr__(self, name, choices[choices.index(value)])
        object.__setattr__(self, "keys", _checked_keys(self.keys))
        object.__setattr__(self, "recent_folders", tuple(self.recent_folders[:MAX_RECENT]))
        object.__setattr__(self, "crops", _checked_crops(self.crops))
        object.__setattr__(self, "difficulties", _checked_difficulties(self.difficulties))
        for name in ("theme", "picture", "folder", "window_bounds", "recent_folders"):
            value = getattr(self, name)  # a file's name need not be Unicode
            for text in [value] if isinstance(value, str) else value:
                if type(text) is not str or "\0" in text or len(text) > LONGEST_NAME:
                    raise ValueError(f"{name} cannot be {quoted(str(text))}")
        check_shape(self.rows, self.columns)
        goal_from_text(self.goal, self.rows, self.columns)
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            is_off = value is None or (name == "inspection" and value == 0)
            if not is_off and not low <= value <= high:
                raise ValueError(f"{name} goes from {low:g} to {high:g}")
        for row in CHOICES:
            value = getattr(self, row.name)
            if row.kind is int and value is not None and type(value) is not int:
                raise ValueError(f"{row.name} cannot be {value!r}")
        self._named_method()  # raises ValueError if a part is invalid

    @property
    def is_automatic(self) -> bool:
        """Whether Watch uses the default method for the board's shape."""
        return self.algorithm == AUTOMATIC and not self.shortest

    @cached_property
    def limit(self) -> Limit:
        """The time and memory limits of a search."""
        if self.memory_limit is None:
            return Limit(seconds=self.time_limit)
        available = machine_memory_bytes() or MAX_MEMORY * _MEGABYTE
        memory = min(int(self.memory_limit * _MEGABYTE), available)
        return Limit(seconds=self.time_limit, memory_bytes=memory)

    def method(self, rows: int, columns: int) -> Method:
        """Return the method of Watch for boards of this shape."""
        if self.shortest:
            return Method.shortest(rows, columns, self.limit)
        if self.is_automatic:
            return Method.watch(rows, columns, self.limit)
        return self._named_method()

    def _named_method(self) -> Method:
        name = DEFAULT_ALGORITHM if self.algorithm == AUTOMATIC else self.algorithm
        return Method(name, limit=self.limit, **{part: getattr(self, part) for part in PARTS})


def carry_over(before: Settings, after: Settings, stored: Settings) -> Settings:
    """Return ``stored`` with the fields that differ between ``before`` and ``after``."""
    changes = {
        field.name: getattr(after, field.name)
        for field in fields(Settings)
        if getattr(after, field.name) != getattr(before, field.name)
    }
    return replace(stored, **changes)


def _has_type_of(value: Any, default: Any) -> bool:
    """Return whether ``value`` has the JSON type of ``default``."""
    if default is MISSING:  # a mapping, which is checked by its own function
        return True
    if default is None:
        return value is None or type(value) in (int, float)
    if isinstance(default, str):
        return isinstance(value, str)
    if isinstance(default, tuple):
        return isinstance(value, (list, tuple))
    # a person may write 4 for 4.0, but True is not a number
    return type(value) is type(default) or (type(default) is float and type(value) is int)


def _checked_difficulties(difficulties: Any) -> dict[str, Difficulty]:
    """Check the types of ``difficulties``. Names of sizes that do not exist have no effect."""
    if not isinstance(difficulties, Mapping) or not all(
        isinstance(size, str) and level in DIFFICULTIES for size, level in difficulties.items()
    ):
        raise ValueError(f"difficulties cannot be {quoted(str(difficulties), 60)}")
    return {size: Difficulty(level) for size, level in difficulties.items()}


def _checked_crops(crops: Any) -> dict[str, Crop]:
    """Check the types and ranges of ``crops``. Only the latest are kept."""
    if not isinstance(crops, Mapping):
        raise ValueError(f"crops cannot be {quoted(str(crops), 60)}")
    checked = {}
    for picture, crop in [*crops.items()][-MAX_CROPS:]:
        values = asdict(crop) if isinstance(crop, Crop) else crop
        is_valid = (
            isinstance(values, Mapping)
            and {*values} == {"x", "y", "zoom"}
            and all(type(value) in (int, float) for value in values.values())
            and 0 <= min(values["x"], values["y"]) <= max(values["x"], values["y"]) <= 1
            and 1 <= values["zoom"] <= MAX_ZOOM
        )
        if type(picture) is not str or len(picture) > LONGEST_NAME or not is_valid:
            raise ValueError(f"crops cannot be {quoted(str(crop), 60)}")
        checked[picture] = Crop(**values)
    return checked


def _checked_keys(keys: Any) -> dict[str, tuple[str, ...]]:
    """Check the types of ``keys``. Names of commands and keys are checked by the window."""
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
