"""The bundled themes: the files in ``assets/themes``."""

from __future__ import annotations

import json
import re
from pathlib import Path

from puzzler import resources
from puzzler.window.toolkit.theme import Color, Theme

DEFAULT_THEME = "dark"


def load_theme(name: str, folder: Path | None = None) -> Theme:
    """Load the theme in ``NAME.json``, by default a bundled one.

    Raises ValueError if a colour is missing, unknown or not ``#rrggbb``; the message names the
    file. Raises OSError if the file cannot be read.
    """
    file = (folder or resources.assets() / "themes") / f"{name}.json"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        colors = {key: _color(text) for key, text in data["colors"].items()}
        return Theme(title=data["title"], assets=resources.assets(), **colors)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{file}: {error}") from None


def _color(text: str) -> Color:
    if not re.fullmatch("#[0-9a-fA-F]{6}", text):
        raise ValueError(f"a color is #rrggbb, not {text!r}")
    red, green, blue = bytes.fromhex(text[1:])
    return red, green, blue


def load_theme_or_default(name: str) -> Theme:
    """Load a bundled theme, or the dark theme if it cannot be loaded."""
    try:
        return load_theme(name)
    except (OSError, ValueError):
        return load_theme(DEFAULT_THEME)


def find_themes() -> dict[str, str]:
    """Map the names of the bundled themes to their titles, sorted by title."""
    files = (resources.assets() / "themes").glob("*.json")
    titles = {file.stem: load_theme(file.stem).title for file in files}
    return dict(sorted(titles.items(), key=lambda entry: entry[1]))
