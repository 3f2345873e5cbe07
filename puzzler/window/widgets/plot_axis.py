"""Round values along an axis, as many as have room."""

from __future__ import annotations

from collections.abc import Iterator

_ROUND = (1, 2, 5)


def round_steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 ...: counts and moves are whole."""
    power = 1
    while True:
        yield from (figure * power for figure in _ROUND)
        power *= 10


def round_step(span: float, most: int) -> int:
    """The smallest with which at most ``most`` steps make up ``span``."""
    return next(step for step in round_steps() if span <= step * max(1, most))


def ticks(low: float, high: float, step: int) -> list[int]:
    """The multiples of ``step`` from ``low`` to ``high``."""
    first = int(-(-low // step))
    last = int(high // step)
    return [number * step for number in range(first, last + 1)]
