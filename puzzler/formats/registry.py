"""The formats by name: every file that names itself, found by looking."""

from __future__ import annotations

from puzzler import formats, found
from puzzler.formats.format import Contents, Format

# reading and this module itself look up formats here
FORMATS = found.by_name(formats, "FORMAT", Format, besides=("reading", "registry"))
"""Name to format, in the order in which a text is tried."""


def recognise(text: str) -> Format:
    """The format that ``text`` is in; the last resort takes what no other does."""
    return next(form for form in FORMATS.values() if form.recognises(text))


def read(text: str) -> Contents:
    """What ``text`` says in whatever format it is in; BoardError where it is not right."""
    return recognise(text).read(text)
