"""A compiler process that ends immediately, so that a search compiles its kernels itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def request_compiled(steps: Sequence[str]) -> Callable[[], bool]:
    """Start nothing; return a function that reports that the process has ended."""
    return lambda: True
