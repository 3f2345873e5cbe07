"""The themes that come with the program: the files in ``assets/themes``."""

from __future__ import annotations

import json
from pathlib import Path

from puzzler import resources
from puzzler.window.toolkit.theme import Color, Theme

DEFAULT_THEME = "dark"


def load_theme(name: str, folder: Path | None = None) -> Theme:
    """The theme in ``NAME.json``, by default of the bundled ones.

    Raises ValueError, naming the file, where a colour is missing, unknown or not ``#rrggbb``, and
    OSError where the file cannot be read.
    """
    file = (folder or resources.assets() / "themes") / f"{name}.json"
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        colors = {key: _color(text) for key, text in data["colors"].items()}
        return Theme(title=data["title"], assets=resources.assets(), **colors)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ValueError(f"{file}: {error}") from None


def _color(text: str) -> Color:
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"a color is #rrggbb, not {text!r}")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def load_theme_or_default(name: str) -> Theme:
    """The bundled theme of that name; the dark one where there is none that can be read."""
    try:
        return load_theme(name)
    except (OSError, ValueError):
        return load_theme(DEFAULT_THEME)


def find_themes() -> dict[str, str]:
    """The bundled themes: name to title, by title."""
    files = (resources.assets() / "themes").glob("*.json")
    titles = {file.stem: load_theme(file.stem).title for file in files}
    return dict(sorted(titles.items(), key=lambda entry: entry[1]))
