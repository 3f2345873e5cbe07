"""Limits, order of moves, tie-breaking and weights of searches, and the memory of the process."""

from __future__ import annotations

import importlib.util
import math
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache, lru_cache, partial
from itertools import permutations
from pathlib import Path

from puzzler.board.errors import quoted, unknown_name
from puzzler.board.move import LETTERS
from puzzler.board.numbers import decimal_number, whole_number

DEFAULT_MEMORY_CAP = 2 * 1024**3
DEFAULT_MEMORY_SHARE = 0.4
LARGE_ARRAY = 1 << 18
"""Bytes. Arrays of at least this size are returned to the system as soon as they are freed."""
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""Constants of malloc.h."""
MAX_ARENAS = 1
"""Number of heaps of the C library. Otherwise each thread has a heap and keeps freed memory."""
DEFAULT_ORDER = LETTERS
"""UDLR: moves of the blank are tried in the order up, down, left, right."""
ORDERS = tuple("".join(letters) for letters in permutations(DEFAULT_ORDER))
LARGEST_WEIGHT = 1000
PARTS = 1000
"""Weights are multiples of 1 / PARTS, which is three decimals."""
MAX_DEPTH = 1_000_000
"""Number of moves. No board is so far from its goal."""
RANGE = f"from 0 to {LARGEST_WEIGHT:,} with at most three decimals"


class LimitKind(Enum):
    """The kind of limit that a search has reached.

    >>> from puzzler import Limit, solve
    >>> solve("8 6 7/2 5 4/3 0 1", algorithm="bfs", limit=Limit(expansions=9)).limit_reached
    <LimitKind.EXPANSIONS: 'expanded states'>
    """

    TIME = "time"
    EXPANSIONS = "expanded states"
    MEMORY = "memory"


@dataclass(frozen=True)
class Limit:
    """Limits on one search. None means no limit, or the default limit on memory.

    Raises ValueError if a limit is not positive.

    >>> from puzzler import solve
    >>> solve("8 6 7/2 5 4/3 0 1", algorithm="bfs", limit=Limit(expansions=100)).limit_reached
    <LimitKind.EXPANSIONS: 'expanded states'>

    Attributes:
        seconds: Wall time for building tables and searching, without compiling. Must be positive.
        expansions: Number of expanded states; at least 1.
        memory_bytes: Bytes of the search's own arrays and of its pattern databases. None: the
            smaller of 2 GiB and 40 % of the machine's memory.
        memory_shares: The number of searches in parallel processes that share the memory equally.
    """

    seconds: float | None = None
    expansions: int | None = None
    memory_bytes: int | None = None
    memory_shares: int = 1

    def __post_init__(self) -> None:
        for name in ("seconds", "expansions", "memory_bytes", "memory_shares"):
            value = getattr(self, name)
            if isinstance(value, str):
                raise TypeError(f"the limit on {name} must be a number, not {value!r}")
            if value is not None and not value > 0:
                raise ValueError(f"the limit on {name} must be positive, not {value}")

    @property
    def memory(self) -> int:
        """The limit on the memory of this search, in bytes."""
        total = default_memory_bytes() if self.memory_bytes is None else self.memory_bytes
        return max(1, total // self.memory_shares)


@cache
def default_memory_bytes() -> int:
    """Return the smaller of 2 GiB and 40 % of the machine's memory, or 2 GiB if it is unknown."""
    total = machine_memory_bytes()
    if total is None:
        return DEFAULT_MEMORY_CAP
    return min(DEFAULT_MEMORY_CAP, int(total * DEFAULT_MEMORY_SHARE))


def machine_memory_bytes() -> int | None:
    """Return the memory of this machine, or None if unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


@cache
def has_numba() -> bool:
    """Whether numba and its compiler are installed, which compile the searches."""
    return all(importlib.util.find_spec(name) for name in ("numba", "llvmlite"))


def cores() -> int:
    """The number of processors that this process may use."""
    usable = getattr(os, "sched_getaffinity", None)  # missing on some systems
    return (len(usable(0)) if usable else os.cpu_count()) or 1


def process_memory_bytes() -> int:
    """Return the current memory of this process, or 0 if unknown."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return whole_number(pages) * os.sysconf("SC_PAGE_SIZE")


@cache
def return_freed_memory() -> Callable[[], None]:
    """Make the C library return large arrays to the system as soon as they are freed.

    Otherwise glibc keeps freed arrays of up to 32 MB, and the freed memory of each thread (see
    mallopt(3)). Other C libraries need no such call. Returns a function that returns freed small
    blocks, too (see malloc_trim(3)). It takes some milliseconds.
    """
    import ctypes  # imported here because most importers need only the limits

    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_MMAP_THRESHOLD, LARGE_ARRAY)
        library.mallopt(M_ARENA_MAX, MAX_ARENAS)
        return partial(library.malloc_trim, 0)
    return lambda: None


def checked_order(text: str) -> str:
    """Return ``text`` in capitals. Raises ValueError if it is not each of U, D, L and R once."""
    order = text.upper()
    if order not in ORDERS:
        raise ValueError(f"{quoted(text)} is not an order of U, D, L and R, each once")
    return order


class Ties(StrEnum):
    """The rule for nodes with equal f: by g or by the order of generation.

    Among nodes with equal f and equal g, the rules for g expand the last generated node first.

    >>> from puzzler import Method
    >>> Method("astar", ties=Ties.HIGH_G).title
    'A*, misplaced + Manhattan, tie-break: larger g'
    """

    words: str
    """The text on the screen: "larger g", "FIFO"."""

    HIGH_G = "high-g"
    LOW_G = "low-g"
    FIFO = "fifo"
    LIFO = "lifo"

    __hash__ = str.__hash__  # faster than the hash of an enum, which is not C code


Ties.HIGH_G.words, Ties.LOW_G.words = "larger g", "smaller g"
Ties.FIFO.words, Ties.LIFO.words = "FIFO", "LIFO"

BY_F_TIES = (Ties.LIFO, Ties.HIGH_G, Ties.LOW_G, Ties.FIFO)
"""The rules of algorithms that expand by f, the default first."""


class When(StrEnum):
    """When a state is tested for the goal or for being a duplicate."""

    EARLY = "early"
    """When it is generated."""
    LATE = "late"
    """When it is expanded."""

    __hash__ = str.__hash__  # faster than the hash of an enum, which is not C code


def checked_when(text: str) -> When:
    """Return the member with this value. Raises ValueError, which quotes ``text``."""
    try:
        return When(text)
    except ValueError:
        raise ValueError(f"{quoted(text)} is neither {When.EARLY} nor {When.LATE}") from None


def checked_ties(text: str) -> Ties:
    """Return the member with this value. Raises ValueError, which lists the rules."""
    try:
        return Ties(text)
    except ValueError:
        raise ValueError(unknown_name("tie-break", text, Ties)) from None


def checked_depth(depth: int) -> int:
    """``depth`` if it is a limit on depth. Raises ValueError if it is out of range."""
    if not 1 <= depth <= MAX_DEPTH:
        raise ValueError(f"the depth limit must be 1 to {MAX_DEPTH:,}, not {depth}")
    return depth


def checked_weight(weight: float) -> float:
    """``weight`` if searches accept it. Raises ValueError if it is outside ``RANGE``."""
    weight_terms(weight)
    return weight


def read_weight(text: str | float) -> float:
    """The weight in ``text``. Raises ValueError, which quotes ``text``, if it is not a weight."""
    try:
        number = decimal_number(text) if isinstance(text, str) else float(text)
        return checked_weight(number)
    except ValueError:
        raise ValueError(f"{quoted(str(text))} is not a weight {RANGE}") from None


@lru_cache(maxsize=64)
def weight_terms(weight: float) -> tuple[int, int]:
    """Return integers (a, b) so that a * g + b * h orders nodes like f = g + weight * h.

    Raises ValueError if the weight is not in ``RANGE``.
    """
    from fractions import Fraction  # imported here because it is slow, and the command line is not

    is_within = math.isfinite(weight) and 0 <= weight <= LARGEST_WEIGHT
    if not is_within or PARTS % Fraction(str(weight)).denominator:
        raise ValueError(f"the weight must be {RANGE}, not {weight!r}")
    exact = Fraction(str(weight))
    return exact.denominator, exact.numerator
