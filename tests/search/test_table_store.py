"""Tables on the disk: whole or not at all."""

from __future__ import annotations

import logging

import numpy as np
import pytest

from puzzler.search import table_store

ENTRIES = np.arange(1000, dtype=np.uint8) % 7


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))


def test_what_is_saved_is_loaded():
    assert table_store.load("one", 1000) is None
    table_store.save("one", ENTRIES)
    assert (table_store.load("one", 1000) == ENTRIES).all()
    assert [file.name for file in table_store.table_file("one").parent.iterdir()] == [
        f"one-v{table_store.FORMAT_VERSION}.table"
    ]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:-1],
        lambda content: content[:20],
        lambda content: b"",
        lambda content: b"something else\n",
        lambda content: content + b"!",
        lambda content: content[:-5] + bytes([content[-5] ^ 1]) + content[-4:],
        lambda content: content[:45] + bytes([content[45] ^ 1]) + content[46:],
        lambda content: content.replace(b"format 2", b"format 0"),
        lambda content: content.replace(b"table one", b"table two"),
    ],
)
def test_a_spoilt_file_is_not_there_and_the_log_says_so(spoil, caplog):
    table_store.save("one", ENTRIES)
    file = table_store.table_file("one")
    file.write_bytes(spoil(file.read_bytes()))
    with caplog.at_level(logging.WARNING):
        assert table_store.load("one", 1000) is None
    assert "is damaged and is built again" in caplog.text
    table_store.save("one", ENTRIES)
    assert table_store.load("one", 1000) is not None


def test_a_table_of_another_size_is_not_the_one(caplog):
    table_store.save("one", ENTRIES)
    assert table_store.load("one", 999) is None
    assert "another size" in caplog.text


def test_a_folder_that_cannot_be_is_no_obstacle(monkeypatch, tmp_path, caplog):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path / "file"))
    table_store.save("one", ENTRIES)
    assert "cannot be kept" in caplog.text
    assert table_store.load("one", 1000) is None
