"""Where results are saved, and writing them under new names."""

from __future__ import annotations

from pathlib import Path

import platformdirs

from puzzler import resources


def results_folder() -> Path:
    """The user's documents, where there is such a folder; else their home."""
    documents = platformdirs.user_documents_path()
    return documents if documents.is_dir() else Path.home()


def save_text(text: str, folder: Path, stem: str, suffix: str) -> str:
    """Write a file of a new name into ``folder``; one line that says where, or why it is not."""
    for number in range(1, 1000):
        file = folder / (f"{stem}{suffix}" if number == 1 else f"{stem}-{number}{suffix}")
        try:
            with file.open("x", encoding="utf-8", newline="") as stream:
                stream.write(text)
        except FileExistsError:
            continue
        except OSError as error:
            return f"Nothing could be saved in {folder}: {error.strerror}"
        return f"Saved {file}"
    return f"Nothing could be saved in {folder}: too many files"


def save_new(content: str | bytes, folder: Path, stem: str, suffix: str) -> str:
    """The same, written atomically."""
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
