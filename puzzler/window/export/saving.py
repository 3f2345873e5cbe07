"""Where results are saved, and writing them under new names."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from puzzler import resources


def results_folder() -> Path:
    """The user's documents, where there is such a folder; else their home."""
    documents = platformdirs.user_documents_path()
    return documents if documents.is_dir() else Path.home()


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
    number, file = 1, folder / f"{stem}{suffix}"
    while file.exists():
        number += 1
        file = folder / f"{stem}-{number}{suffix}"
    return file
