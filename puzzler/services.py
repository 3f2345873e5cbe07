"""Services that a lower layer uses and a higher layer implements.

``puzzler/__init__.py`` registers every service, because it runs before any other module.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

modules: dict[str, str] = {}
"""The name of the module that defines each service. The module is not imported yet."""


def find(service: str) -> Any:
    """Import the module that defines ``service`` and return the service."""
    return getattr(import_module(modules[service]), service)
