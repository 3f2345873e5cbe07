"""Where results are saved, and writing them under new names."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, count
from pathlib import Path

import platformdirs

from puzzler import resources


def results_folder() -> Path:
    """The user's documents, where there is such a folder; else their home."""
    documents = platformdirs.user_documents_path()
    return documents if documents.is_dir() else Path.home()


def usual_folder(last: str) -> Path:
    """The folder of that path, where there still is one; else as ``results_folder``."""
    return Path(last) if last and Path(last).is_dir() else results_folder()


def save_new(content: str | bytes, folder: Path, stem: str, suffix: str) -> str:
    """Write a file of a new name into ``folder``; one line that says where, or why it is not."""
    try:
        file = new_file(folder, stem, suffix)
        resources.write_atomically(file, content)
    except OSError as error:
        return f"Nothing could be saved in {folder}: {error.strerror}"
    return f"Saved {file}"


def new_file(folder: Path, stem: str, suffix: str) -> Path:
    """A file in ``folder`` that is not there yet."""
    return folder / new_name(stem, suffix, lambda name: (folder / name).exists())


def new_name(stem: str, suffix: str, is_taken: Callable[[str], bool]) -> str:
    """``stem``, with a number where there is such a file, and ``suffix``."""
    names = chain([stem], (f"{stem}-{number}" for number in count(2)))
    return next(f"{name}{suffix}" for name in names if not is_taken(f"{name}{suffix}"))
