"""How far a search may go before it has to stop."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import Enum
from functools import cache

DEFAULT_MEMORY_CAP = 2 * 1024**3
DEFAULT_MEMORY_SHARE = 0.4


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
