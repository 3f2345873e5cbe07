"""Registries: every module of a package that defines an attribute adds an entry."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, TypeVar


@dataclass(frozen=True, kw_only=True)
class RegistryEntry:
    """An entry of a registry: its names, and its place among the others."""

    name: str
    """The name on the command line and in files."""
    title: str
    """The name in the window."""
    summary: str
    """One line for menus and listings."""
    rank: int
    """Entries are sorted by rank, the lowest first."""


E = TypeVar("E", bound=RegistryEntry)


def by_module(
    package: ModuleType, attribute: str, *, besides: Collection[str] = ()
) -> dict[str, Any]:
    """Return the ``attribute`` of every module of ``package`` that has it, by module name.

    besides: modules to skip, because they use this registry.
    """
    names = sorted({module.name for module in iter_modules(package.__path__)} - {*besides})
    modules = {name: import_module(f"{package.__name__}.{name}") for name in names}
    return {
        name: getattr(module, attribute)
        for name, module in modules.items()
        if hasattr(module, attribute)
    }


def by_name(
    package: ModuleType, attribute: str, kind: type[E], *, besides: Collection[str] = ()
) -> dict[str, E]:
    """Return the entries of a package by their ``name``, sorted by rank.

    Raises TypeError if an entry is not of type ``kind``, ValueError if two have the same name.
    """
    entries: dict[str, E] = {}
    found = by_module(package, attribute, besides=besides)
    for module, entry in found.items():
        if not isinstance(entry, kind):
            raise TypeError(f"{attribute} of {package.__name__}.{module} is no {kind.__name__}")
        if entry.name in entries:
            raise ValueError(f"{package.__name__}: two are called {entry.name!r}")
        entries[entry.name] = entry
    return dict(sorted(entries.items(), key=lambda item: item[1].rank))
