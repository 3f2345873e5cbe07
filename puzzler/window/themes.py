"""The themes that come with the program: the files in ``assets/themes``."""

from __future__ import annotations

from pathlib import Path

from puzzler import resources
from puzzler.window.toolkit.theme import Theme, read_theme

DEFAULT_THEME = "dark"


def load_theme(name: str, folder: Path | None = None) -> Theme:
    """The theme in ``NAME.json``, by default of the bundled ones; errors as ``read_theme``."""
    assets = resources.assets()
    return read_theme((folder or assets / "themes") / f"{name}.json", assets)


def load_theme_or_default(name: str) -> Theme:
    """The bundled theme of that name; the dark one where there is none that can be read."""
    try:
        return load_theme(name)
    except (OSError, ValueError):
        return load_theme(DEFAULT_THEME)


def find_themes(folder: Path | None = None) -> dict[str, str]:
    """The themes in ``folder``, by default the bundled ones: name to title, by title."""
    folder = folder or resources.assets() / "themes"
    titles = {file.stem: load_theme(file.stem, folder).title for file in folder.glob("*.json")}
    return dict(sorted(titles.items(), key=lambda entry: entry[1]))
