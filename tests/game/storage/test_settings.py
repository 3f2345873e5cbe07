"""Settings: round trips, invalid files, two windows and read-only folders."""

from __future__ import annotations

import json
import os
from dataclasses import asdict

import pytest

from puzzler import private_files, resources
from puzzler.game.core.category import Difficulty
from puzzler.game.core.settings import Crop, Settings, TileFace
from puzzler.game.storage import settings_file
from puzzler.game.storage.database import take_lock
from puzzler.game.storage.settings_file import FILE_NAME, LOCK_NAME, SettingsKeeper, load_settings
from puzzler.search.registry import DEFAULT_ALGORITHM, DEFAULT_HEURISTIC

CHOSEN = Settings(
    rows=3,
    columns=5,
    playback_speed=12.5,
    instant_shuffle=True,
    arrows_move_blank=True,
    heuristic="manhattan",
    weight=2.0,
    order="RDLU",
    ties="high-g",
    depth_limit=30,
    goal="3 1/2 0",
    difficulty=Difficulty.EASY,
    difficulties={"4x4": Difficulty.HARD},
    theme="light",
    interface_scale=1.5,
    volume=0.25,
    is_muted=True,
    face=TileFace.PICTURE,
    picture="dunes",
    numbers_on_pictures=False,
    keys={"watch": ("f5", "return"), "new": ()},
    recent_folders=("/a", "/b\udcff"),
    window_bounds="900x600+10-20",
    is_welcomed=True,
)


OLD_DEFAULT = {"algorithm": DEFAULT_ALGORITHM, "heuristic": DEFAULT_HEURISTIC, "weight": 1.0}
"""The method in files of versions without a time limit, which meant the automatic method."""


def test_stored_settings_are_loaded(tmp_path):
    folder = tmp_path / "not" / "there yet"
    assert SettingsKeeper(Settings(), folder).keep(CHOSEN) == ""
    assert load_settings(folder) == (CHOSEN, "")
    assert {file.name for file in folder.iterdir()} == {FILE_NAME, LOCK_NAME}
    assert SettingsKeeper(CHOSEN, folder).keep(Settings()) == ""
    assert load_settings(folder) == (Settings(), "")


def test_changes_of_two_windows_are_merged(tmp_path):
    one, two = SettingsKeeper(Settings(), tmp_path), SettingsKeeper(Settings(), tmp_path)
    one.keep(Settings(theme="light"))
    two.keep(Settings(volume=0.1))
    one.keep(Settings(theme="light", rows=3))
    assert load_settings(tmp_path)[0] == Settings(theme="light", volume=0.1, rows=3)
    one.keep(Settings(rows=3))
    assert load_settings(tmp_path)[0] == Settings(volume=0.1, rows=3)


def test_a_failed_save_is_repeated_with_the_next_change(tmp_path):
    folder = tmp_path / "folder"
    folder.write_text("in the way")
    keeper = SettingsKeeper(Settings(), folder)
    assert "cannot be saved" in keeper.keep(Settings(rows=3))
    assert keeper.keep(Settings(rows=3)) == ""  # not reported repeatedly
    folder.unlink()
    assert keeper.keep(Settings(rows=3, columns=5)) == ""
    assert load_settings(folder)[0] == Settings(rows=3, columns=5)


def test_unchanged_settings_are_not_written(tmp_path):
    keeper = SettingsKeeper(CHOSEN, tmp_path)
    assert keeper.keep(CHOSEN) == ""
    assert load_settings(tmp_path) == (Settings(), "")
    assert list(tmp_path.iterdir()) == []


def test_manual_edits_of_the_open_file_are_preserved(tmp_path):
    keeper = SettingsKeeper(Settings(), tmp_path)
    (tmp_path / FILE_NAME).write_text('{"weight": 3, "colour_of_the_sea": "blue"}')
    keeper.keep(Settings(is_muted=True))
    assert load_settings(tmp_path)[0] == Settings(weight=3, is_muted=True)
    assert json.loads((tmp_path / FILE_NAME).read_text())["colour_of_the_sea"] == "blue"


def test_a_file_that_becomes_invalid_is_renamed(tmp_path):
    (tmp_path / FILE_NAME).write_text("{")
    message = SettingsKeeper(Settings(), tmp_path).keep(Settings(rows=5))
    assert "the old file is now settings.json.broken" in message
    assert load_settings(tmp_path) == (Settings(rows=5), "")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such files")
def test_a_file_that_cannot_be_read_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / FILE_NAME)
    assert "cannot be read" in SettingsKeeper(Settings(), tmp_path).keep(CHOSEN)
    assert (tmp_path / FILE_NAME).is_fifo()


@pytest.mark.skipif(os.name == "nt", reason="links need a permission on Windows")
def test_a_file_behind_a_link_is_replaced(tmp_path):
    own = tmp_path / "own.json"
    own.write_text("{}")
    (tmp_path / FILE_NAME).symlink_to(own)
    assert SettingsKeeper(Settings(), tmp_path).keep(CHOSEN) == ""
    assert (tmp_path / FILE_NAME).is_symlink()
    assert json.loads(own.read_text())["rows"] == CHOSEN.rows


def test_saving_is_locked_against_other_writers(tmp_path, monkeypatch):
    replacing = private_files.replacing

    def while_writing(file):
        assert take_lock(tmp_path / LOCK_NAME) is None
        return replacing(file)

    monkeypatch.setattr(private_files, "replacing", while_writing)
    assert SettingsKeeper(Settings(), tmp_path).keep(CHOSEN) == ""
    take_lock(tmp_path / LOCK_NAME).close()


def test_a_window_that_hangs_does_not_block_others(tmp_path, monkeypatch):
    monkeypatch.setattr(settings_file, "LOCK_PATIENCE", 0.02)
    hanging = take_lock(tmp_path / LOCK_NAME)
    assert SettingsKeeper(Settings(), tmp_path).keep(CHOSEN) == ""
    hanging.close()
    assert load_settings(tmp_path) == (CHOSEN, "")


def test_settings_are_in_the_folder_of_the_user_by_default(tmp_path, monkeypatch):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    SettingsKeeper(Settings()).keep(CHOSEN)
    assert (resources.data_folder() / FILE_NAME).is_file()
    assert load_settings() == (CHOSEN, "")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting"),
        (b"[1, 2]", "it contains no settings"),
        (b"\xff\xfe\x00", "it is not text"),
        (b"[" * 100_000, "is damaged"),
        (b'{"rows": 99}', "99x4"),
        (b'{"rows": "4"}', "rows cannot be '4'"),
        (b'{"rows": true}', "rows cannot be True"),
        (
            b'{"weight": NaN}',
            "the weight must be from 0 to 1,000 with at most three decimals, not nan",
        ),
        (
            b'{"weight": -1}',
            "the weight must be from 0 to 1,000 with at most three decimals, not -1",
        ),
        (b'{"order": "UDLX"}', "'UDLX' is not an order"),
        (b'{"ties": "none"}', "unknown tie-break 'none'"),
        (b'{"ties": null}', "ties cannot be None"),
        (b'{"depth_limit": 2.5}', "depth_limit cannot be 2.5"),
        (b'{"depth_limit": 0}', "the depth limit must be 1 to 1,000,000, not 0"),
        (b'{"playback_speed": 1000}', "playback_speed goes from 0.5 to 60"),
        (b'{"algorithm": "magic"}', "unknown algorithm 'magic'"),
        (b'{"heuristic": "magic"}', "unknown heuristic 'magic'"),
        (b'{"goal": "crooked"}', "'crooked' is not a tile"),
        (b'{"goal": 1}', "goal cannot be 1"),
        (b'{"difficulty": "x"}', "difficulty is one of easy, medium, hard, mixed, not 'x'"),
        (b'{"face": "x"}', "face is one of numbers, letters, picture, not 'x'"),
        (b'{"face": null}', "face cannot be None"),
        (b'{"volume": 1.5}', "volume goes from 0 to 1"),
        (b'{"inspection": 4}', "inspection goes from 5 to 60"),
        (b'{"volume": NaN}', "volume goes from 0 to 1"),
        (b'{"thinking_seconds": 61}', "thinking_seconds goes from 0 to 60"),
        (b'{"time_limit": 0.05}', "time_limit goes from 0.1 to 86400"),
        (b'{"memory_limit": 15}', "memory_limit goes from 16 to 1e+06"),
        (b'{"ghost": -1}', "ghost goes from 0 to 60"),
        (b'{"crops": {"a": {"x": true, "y": 0, "zoom": 1}}}', "crops cannot be"),
        (b'{"crops": {"a": {"x": 0, "y": 1.1, "zoom": 1}}}', "crops cannot be"),
        (b'{"crops": {"a": {"x": 0, "y": 0, "zoom": 9}}}', "crops cannot be"),
        (b'{"interface_scale": 0.5}', "interface_scale goes from 0.75 to 3"),
        (b'{"interface_scale": "large"}', "interface_scale cannot be 'large'"),
        (b'{"theme": null}', "theme cannot be None"),
        (b'{"theme": "a\\u0000b"}', "theme cannot be"),
        (b" " * 2_000_000, "it is too large"),
        (b'{"is_muted": 1}', "is_muted cannot be 1"),
        (b'{"recent_folders": [1]}', "recent_folders cannot be"),
        (b'{"recent_folders": "/a"}', "recent_folders cannot be '/a'"),
        (b'{"keys": []}', "keys cannot be []"),
        (b'{"difficulties": ["easy"]}', "difficulties cannot be"),
        (b'{"difficulties": {"4x4": "no"}}', "difficulties cannot be"),
        (b'{"keys": {"new": "n"}}', "the keys of 'new' are a list of names, not 'n'"),
        (b'{"keys": {"new": ["\\u0000"]}}', "the keys of 'new' are a list of names"),
        (b'{"keys": {"\\ud800": []}}', "are a list of names"),
        (b'{"keys": {"new": [1]}}', "the keys of 'new' are a list of names, not '[1]'"),
    ],
)
def test_an_invalid_file_is_renamed_and_the_defaults_are_used(tmp_path, content, reason):
    file = tmp_path / FILE_NAME
    file.write_bytes(content)
    settings, message = load_settings(tmp_path)
    assert settings == Settings()
    assert reason in message
    assert "using defaults, the old file is now settings.json.broken" in message
    assert "\n" not in message
    assert not file.exists()
    assert (tmp_path / "settings.json.broken").read_bytes() == content
    assert load_settings(tmp_path) == (Settings(), "")


@pytest.mark.parametrize(
    ("written", "settings"),
    [
        (asdict(CHOSEN) | {"colour_of_the_sea": "blue"}, CHOSEN),  # of a newer version
        ({"playback_speed": 8, "weight": 3}, Settings(playback_speed=8, weight=3)),
        (OLD_DEFAULT, Settings()),
        (OLD_DEFAULT | {"time_limit": 5}, Settings(algorithm="astar", time_limit=5)),
        ({"interface_scale": None, "keys": {"new": ["f2"]}}, Settings(keys={"new": ("f2",)})),
    ],
)
def test_values_of_a_settings_file(tmp_path, written, settings):
    (tmp_path / FILE_NAME).write_text(json.dumps(written))
    assert load_settings(tmp_path) == (settings, "")


def test_the_latest_crops_and_folders_are_kept():
    crops = {str(number): Crop(zoom=2) for number in range(60)}
    folders = tuple(map(str, range(10)))
    settings = Settings(crops=crops, recent_folders=folders)
    assert [*settings.crops] == [*crops][-50:]
    assert settings.recent_folders == folders[:8]


def test_a_search_does_not_use_more_memory_than_the_machine_has(monkeypatch):
    monkeypatch.setattr("puzzler.game.core.settings.machine_memory_bytes", lambda: 10**8)
    limits = [Settings(memory_limit=megabytes).limit for megabytes in (64, 1000)]
    assert [limit.memory_bytes for limit in limits] == [64 * 10**6, 10**8]


@pytest.mark.parametrize("name", ["picture", "folder"])
def test_names_of_files_need_not_be_unicode(tmp_path, name):
    chosen = Settings(**{name: os.fsdecode(b"/pictures/caf\xe9.png")})
    assert SettingsKeeper(Settings(), tmp_path).keep(chosen) == ""
    assert load_settings(tmp_path) == (chosen, "")
    for value in ("a\0b", "a" * 5000, 7, None):
        with pytest.raises(ValueError, match=name):
            Settings(**{name: value})


def test_a_folder_that_cannot_be_created_is_reported_without_an_exception(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    message = SettingsKeeper(Settings(), tmp_path / "file" / "folder").keep(CHOSEN)
    assert message.startswith("the settings cannot be saved")
    assert not caplog.records  # the store has reported the folder
    settings, message = load_settings(tmp_path / "file")
    assert settings == Settings()
    assert message.startswith("the settings cannot be read")


def test_a_failed_write_keeps_the_old_file(tmp_path, monkeypatch):
    SettingsKeeper(Settings(), tmp_path).keep(CHOSEN)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(resources.os, "fsync", full)
    before = {file.name for file in tmp_path.iterdir()}
    assert "No space left" in SettingsKeeper(CHOSEN, tmp_path).keep(Settings())
    assert {file.name for file in tmp_path.iterdir()} == before
    assert load_settings(tmp_path) == (CHOSEN, "")
    (tmp_path / FILE_NAME).unlink()
    assert "No space left" in SettingsKeeper(CHOSEN, tmp_path).keep(Settings())
    assert load_settings(tmp_path) == (Settings(), ""), "an empty file is damaged"


def test_a_skipped_change_is_saved_by_the_next_call(tmp_path):
    keeper, changed = SettingsKeeper(Settings(), tmp_path), Settings(rows=5)
    lock = take_lock(tmp_path / LOCK_NAME)
    assert lock is not None
    with lock:
        assert keeper.keep(changed, can_wait=False) == ""
    assert not (tmp_path / FILE_NAME).exists()
    keeper.keep(changed, can_wait=False)
    assert load_settings(tmp_path)[0].rows == 5


@pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")
@pytest.mark.parametrize("field", ["algorithm", "heuristic"])
def test_user_code_is_ignored_if_others_can_change_the_settings(tmp_path, field):
    tmp_path.chmod(0o700)
    file = tmp_path / FILE_NAME
    file.write_text(json.dumps({field: "/of/others/mine.py:f", "rows": 3}))
    file.chmod(0o600)
    settings, message = load_settings(tmp_path)
    assert (getattr(settings, field), message) == ("/of/others/mine.py:f", "")
    file.chmod(0o666)
    settings, message = load_settings(tmp_path)
    assert (getattr(settings, field), settings.rows) == (getattr(Settings(), field), 3)
    assert message == f"/of/others/mine.py:f is not used, because other users can change {file}"
