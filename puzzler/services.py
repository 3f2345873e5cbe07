"""Services that a lower layer uses and a higher layer implements.

``puzzler/__init__.py`` registers every service, because it runs before any other module.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_modules: dict[str, str] = {}


def register(service: str, module: str) -> None:
    """Register the module of ``service`` by its name. The module is not imported yet."""
    _modules[service] = module


def find(service: str) -> Any:
    """Import the module that defines ``service`` and return the service."""
    return getattr(import_module(_modules[service]), service)
