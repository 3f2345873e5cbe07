"""Where Puzzler's assets and the user's own folders are.

Folders are never relative to the current directory. All of the user's folders lie under the
environment variable ``PUZZLER_HOME`` where that is set.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_PACKAGE = Path(__file__).resolve().parent


def assets() -> Path:
    """The folder of the bundled assets: inside the package when installed, else in the checkout."""
    installed = _PACKAGE / "assets"
    return installed if installed.is_dir() else _PACKAGE.parent / "assets"


def cache_folder() -> Path:
    """Where compiled kernels and tables are kept; may not exist yet, may not be writable."""
    home = os.environ.get("PUZZLER_HOME")
    return Path(home) / "cache" if home else platformdirs.user_cache_path("puzzler", appauthor=False)


def data_folder() -> Path:
    """Where settings, records and saved games are kept; may not exist yet, may not be writable."""
    home = os.environ.get("PUZZLER_HOME")
    return Path(home) / "data" if home else platformdirs.user_data_path("puzzler", appauthor=False)
