"""Finds what the features of the window name themselves: their actions and views."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

import puzzler.window


def found(module: str, attribute: str) -> list[ModuleType]:
    """``<feature>/<module>.py`` and ``<module>.py`` beside the features, where they have it."""
    package = puzzler.window.__name__
    folders = [entry.name for entry in iter_modules(puzzler.window.__path__) if entry.ispkg]
    names = [f"{package}.{module}", *(f"{package}.{folder}.{module}" for folder in folders)]
    modules = [import_module(name) for name in names if find_spec(name) is not None]
    return [each for each in modules if hasattr(each, attribute)]
