"""The formats by name: every file that names itself, found by looking."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from puzzler import formats
from puzzler.formats.format import Contents, Format

_MODULES = [
    import_module(f"{formats.__name__}.{module.name}")
    for module in iter_modules(formats.__path__)
    if module.name not in ("reading", "registry")  # they read through this very module
]

FORMATS: dict[str, Format] = {
    form.name: form
    for form in sorted(
        (module.FORMAT for module in _MODULES if hasattr(module, "FORMAT")),
        key=lambda form: form.rank,
    )
}
"""Name to format, in the order in which a text is tried."""


def recognise(text: str) -> Format:
    """The format that ``text`` is in; the last resort takes what no other does."""
    return next(form for form in FORMATS.values() if form.recognises(text))


def read(text: str) -> Contents:
    """What ``text`` says in whatever format it is in; BoardError where it is not right."""
    return recognise(text).read(text)
