"""One file per command: its ``command`` function, named after the file, returns the exit status."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules


def find() -> dict[str, Callable[..., int]]:
    """Name to function of every command, found by looking."""
    return {
        module.name: import_module(f"{__name__}.{module.name}").command
        for module in iter_modules(__path__)
    }
