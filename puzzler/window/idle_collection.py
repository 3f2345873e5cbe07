"""When Python looks for garbage: while nothing moves, for it takes several frames."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

OFTEN = 700, 10
"""Python's own measure for young objects and those of middle age: each look is then a short one."""
SELDOM = 1000
"""The oldest objects are looked through a hundred times less often than by default."""
_WORTHWHILE = 10
"""How often the middle generation was looked through since: Python's own measure."""


@contextmanager
def collect_when_idle() -> Iterator[Callable[[], None]]:
    """Within, call what is given whenever there is time; the searches' libraries are large."""
    before = gc.get_threshold()
    gc.set_threshold(*OFTEN, SELDOM)

    def tidy() -> None:
        if gc.get_count()[2] >= _WORTHWHILE:
            gc.collect()
            gc.freeze()  # what is left now is likely to stay

    try:
        yield tidy
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
