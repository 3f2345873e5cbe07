"""One file per command: its ``command`` function, named after the file, returns the exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable

from puzzler import registry


def find() -> dict[str, Callable[..., int]]:
    """Name to function of every command, found by looking."""
    return registry.by_module(sys.modules[__name__], "command")
