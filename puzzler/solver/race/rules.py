"""What is agreed before a race: its lanes, and what keeps them abreast."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from puzzler.search.method import Method
from puzzler.search.options import Limit, default_memory_bytes

LEAST_LANES = 2
MOST_LANES = 4
ROUND_SECONDS = 0.001
"""What a round of equal time gives each lane."""


class Pace(StrEnum):
    """What every lane gets an equal share of."""

    EXPANSIONS = "expansions"
    """It reproduces exactly."""
    TIME = "time"


@dataclass(frozen=True)
class RaceRules:
    """How the lanes are kept abreast, and how far they go.

    With neither expansions nor seconds they go on until all are done.
    """

    pace: Pace = Pace.EXPANSIONS
    """What they get equal shares of."""
    expansions: int | None = None
    """How many states each lane may expand; at least 1."""
    seconds: float | None = None
    """How long each lane may search; building its tables does not count. Must be positive."""

    def __post_init__(self) -> None:
        for name in ("expansions", "seconds"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise ValueError(f"the {name} of each lane must be positive, not {value}")


def lane_methods(
    methods: Sequence[Method], rules: RaceRules, memory_bytes: int | None = None
) -> tuple[Method, ...]:
    """The methods as lanes search with them: within the rules, each with its share of the memory.

    memory_bytes: what they share; None is as much as a search may use that runs alone. A limit on
    the time of a method is dropped, since that includes building tables. ValueError where they are
    too few or too many.
    """
    check_lanes(methods)
    total = default_memory_bytes() if memory_bytes is None else memory_bytes
    share = max(1, total // len(methods))
    return tuple(replace(method, limit=_within(method.limit, rules, share)) for method in methods)


def check_lanes(methods: Sequence[Method]) -> None:
    """ValueError where they are too few or too many for a race."""
    if not LEAST_LANES <= len(methods) <= MOST_LANES:
        raise ValueError(f"a race has {LEAST_LANES} to {MOST_LANES} lanes, not {len(methods)}")


def _within(limit: Limit, rules: RaceRules, share: int) -> Limit:
    bounds = [most for most in (limit.expansions, rules.expansions) if most is not None]
    memory = share if limit.memory_bytes is None else min(limit.memory_bytes, share)
    return Limit(expansions=min(bounds, default=None), memory_bytes=memory)
