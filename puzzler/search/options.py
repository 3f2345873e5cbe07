"""What a method consists of beside algorithm and heuristic: limits, order, tie-break, weight."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache, lru_cache, partial
from itertools import permutations
from pathlib import Path

from puzzler.board.errors import quoted, unknown
from puzzler.board.move import LETTERS

DEFAULT_MEMORY_CAP = 2 * 1024**3
DEFAULT_MEMORY_SHARE = 0.4
LARGE_ARRAY = 1 << 18
"""Bytes; an array of that size is given back as soon as it is freed."""
M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8
"""As in malloc.h."""
MOST_ARENAS = 1
"""Heaps of the C library: each thread would have one, and keep what it has freed."""
DEFAULT_ORDER = LETTERS
"""UDLR: the blank goes up first, then down, left and right."""
ORDERS = tuple("".join(letters) for letters in permutations(DEFAULT_ORDER))
LARGEST_WEIGHT = 1000
PARTS = 1000
"""A weight is a whole number of this part: three decimals."""
MOST_DEPTH = 1_000_000
"""Moves; no board is that far from its goal."""
RANGE = f"from 0 to {LARGEST_WEIGHT:,} with at most three decimals"


class LimitKind(Enum):
    """Which of its limits a search has reached."""

    TIME = "time"
    EXPANSIONS = "expanded states"
    MEMORY = "memory"


@dataclass(frozen=True)
class Limit:
    """Bounds on one search. None means no bound, for memory the default bound."""

    seconds: float | None = None
    """Wall time of building the heuristic's tables and of the search, without compiling; must be
    positive."""
    expansions: int | None = None
    """Number of expanded states; at least 1."""
    memory_bytes: int | None = None
    """Bytes held by the search's own arrays; None is the smaller of 2 GiB and 40 % of the machine's
    memory."""
    memory_shares: int = 1
    """Into how many equal parts that is divided: searches in as many processes of one machine have
    one part each."""

    def __post_init__(self) -> None:
        for name in ("seconds", "expansions", "memory_bytes", "memory_shares"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"the limit on {name} must be positive, not {value}")

    @property
    def memory(self) -> int:
        """The bound on memory in bytes, the default filled in, of this search alone."""
        whole = default_memory_bytes() if self.memory_bytes is None else self.memory_bytes
        return max(1, whole // self.memory_shares)


@cache
def default_memory_bytes() -> int:
    """The smaller of 2 GiB and 40 % of the machine's memory; 2 GiB where that is unknown."""
    total = machine_memory_bytes()
    if total is None:
        return DEFAULT_MEMORY_CAP
    return min(DEFAULT_MEMORY_CAP, int(total * DEFAULT_MEMORY_SHARE))


def machine_memory_bytes() -> int | None:
    """The memory of this machine; None where that is unknown."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def process_memory_bytes() -> int:
    """The memory of this process now; 0 where the system does not say."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@cache
def return_freed_memory() -> Callable[[], None]:
    """Have the C library give large arrays back to the system as soon as they are freed.

    As it is, glibc keeps up to 32 MB of each for later ones, and what each thread has freed
    (mallopt(3)); others need no such call. What is returned gives back what small parts have freed
    since (malloc_trim(3)): some milliseconds, for a moment at which nothing waits.
    """
    import ctypes  # not for those who only ask for limits

    with suppress(AttributeError, OSError, TypeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_MMAP_THRESHOLD, LARGE_ARRAY)
        library.mallopt(M_ARENA_MAX, MOST_ARENAS)
        return partial(library.malloc_trim, 0)
    return lambda: None


def checked_order(text: str) -> str:
    """``text`` in capitals; ValueError names it where it is not each of U, D, L and R once."""
    order = text.upper()
    if order not in ORDERS:
        raise ValueError(f"an order of moves is U, D, L and R, each once, not {quoted(text)}")
    return order


class Ties(StrEnum):
    """What decides among states of equal f: their g, or when they were generated.

    Where it is g and that is equal too, the state that was generated last is taken first.
    """

    words: str
    """As on the screen: "larger g", "FIFO"."""

    HIGH_G = "high-g"
    LOW_G = "low-g"
    FIFO = "fifo"
    LIFO = "lifo"

    __hash__ = str.__hash__  # that of an enum is no C code


Ties.HIGH_G.words, Ties.LOW_G.words = "larger g", "smaller g"
Ties.FIFO.words, Ties.LIFO.words = "FIFO", "LIFO"

BY_F_TIES = (Ties.LIFO, Ties.HIGH_G, Ties.LOW_G, Ties.FIFO)
"""What there is to choose where states are taken by f, the usual one first."""


class When(StrEnum):
    """When a state is tested: for the goal, or for having been there before."""

    EARLY = "early"
    """When it is generated."""
    LATE = "late"
    """When it is taken from the frontier."""

    __hash__ = str.__hash__  # that of an enum is no C code


def checked_when(text: str) -> When:
    """The moment of that name; ValueError names ``text``."""
    try:
        return When(text)
    except ValueError:
        raise ValueError(f"{quoted(text)} is neither {When.EARLY} nor {When.LATE}") from None


def checked_ties(text: str) -> Ties:
    """The rule of that name; ValueError names ``text`` and the rules that there are."""
    try:
        return Ties(text)
    except ValueError:
        raise ValueError(unknown("tie-break", text, Ties)) from None


def checked_depth(depth: int) -> int:
    """``depth`` if it is a limit on depth. Raises ValueError if it is out of range."""
    if not 1 <= depth <= MOST_DEPTH:
        raise ValueError(f"the depth limit goes from 1 to {MOST_DEPTH:,}, not {depth}")
    return depth


def checked_weight(weight: float) -> float:
    """``weight`` if searches accept it. Raises ValueError if it is outside ``RANGE``."""
    weight_terms(weight)
    return weight


def read_weight(text: str | float) -> float:
    """The weight in ``text``. Raises ValueError, which quotes ``text``, if it is not a weight."""
    try:
        return checked_weight(float(text))
    except ValueError:
        raise ValueError(f"{quoted(str(text))} is not a weight: weights go {RANGE}") from None


@lru_cache(maxsize=64)
def weight_terms(weight: float) -> tuple[int, int]:
    """(g weight, h weight) as integers for f = g + weight * h; ValueError outside ``RANGE``."""
    from fractions import Fraction  # slow to import, and the command line declares weights

    is_within = math.isfinite(weight) and 0 <= weight <= LARGEST_WEIGHT
    if not is_within or PARTS % Fraction(str(weight)).denominator:
        raise ValueError(f"the weight must be {RANGE}, not {weight!r}")
    exact = Fraction(str(weight))
    return exact.denominator, exact.numerator
