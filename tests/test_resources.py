"""Files that are replaced as a whole or not at all."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from puzzler.resources import write_atomically


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_a_new_file_and_one_that_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for text in ("first", "größer\n", ""):
        write_atomically(file, text)
        assert file.read_text(encoding="utf-8") == text
    assert names(tmp_path) == ["file"]


def test_a_failure_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    write_atomically(file, "as it was")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(file, "new")
    assert names(tmp_path) == ["file"]
    assert file.read_text(encoding="utf-8") == "as it was"


@pytest.mark.skipif(
    sys.platform == "win32", reason="Windows has neither modes nor pipes like these"
)
def test_modes_links_and_pipes_are_kept(tmp_path: Path) -> None:
    file, link, pipe = tmp_path / "file", tmp_path / "link", tmp_path / "pipe"
    file.write_text("old", encoding="utf-8")
    file.chmod(0o640)
    link.symlink_to(file)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == "new"
    assert file.stat().st_mode & 0o777 == 0o640
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_atomically(pipe, "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert pipe.is_fifo()
