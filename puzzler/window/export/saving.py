"""The folders for results, and saving files under new names."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, count
from pathlib import Path

import platformdirs

from puzzler import resources
from puzzler.resources import own_home


def results_folder() -> Path:
    """Return PUZZLER_HOME, the user's documents folder if it exists, or the home folder."""
    if (home := own_home()) is not None:
        return home
    documents = platformdirs.user_documents_path()
    return documents if documents.is_dir() else Path.home()


def usual_folder(last: str) -> Path:
    """Return the folder ``last`` if it exists, else ``results_folder()``."""
    return Path(last) if last and Path(last).is_dir() else results_folder()


def save_new(content: str | bytes, folder: Path, stem: str, suffix: str) -> str:
    """Write a new file into ``folder``. Return a message with its path or the error."""
    try:
        file = new_file(folder, stem, suffix)
        resources.write_atomically(file, content)
    except OSError as error:
        return f"The file could not be saved in {folder}: {error.strerror}"
    return f"Saved {file}"


def new_file(folder: Path, stem: str, suffix: str) -> Path:
    """Return an unused path in ``folder``."""
    return folder / new_name(stem, suffix, lambda name: (folder / name).exists())


def new_name(stem: str, suffix: str, is_taken: Callable[[str], bool]) -> str:
    """Return ``stem`` + ``suffix``, with a number if the name is taken."""
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    return next(f"{name}{suffix}" for name in names if not is_taken(f"{name}{suffix}"))
