"""An array that grows, written by one thread and read by others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Growing:
    """Values are added behind the last one, and never change."""

    def __init__(self, dtype: DTypeLike) -> None:
        self._values: NDArray[Any] = np.empty(1 << 10, dtype)
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, values: NDArray[Any]) -> None:
        """Add ``values``."""
        count = self._count + len(values)
        if count > len(self._values):
            larger = np.empty(max(count, 2 * len(self._values)), self._values.dtype)
            larger[: self._count] = self._values[: self._count]
            self._values = larger
        self._values[self._count : count] = values
        self._count = count  # last of all: whoever reads the count finds what it counts

    def read(self, first: int, last: int) -> NDArray[Any]:
        """Values ``first`` to ``last`` - 1, as far as they are there; not to be changed."""
        return self._values[first : min(last, self._count)]
