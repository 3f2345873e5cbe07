"""Settings: round trips, broken files, folders that cannot be written."""

from __future__ import annotations

import json
from dataclasses import asdict, replace

import pytest

from puzzler import resources
from puzzler.game.kept.kept_file import what_cannot_be_kept
from puzzler.game.kept.settings import FILE_NAME, Face, Settings, load_settings, save_settings
from puzzler.game.play.difficulty import Difficulty

CHOSEN = Settings(
    rows=3,
    columns=5,
    playback_speed=12.5,
    instant_shuffle=True,
    arrows_move_blank=True,
    heuristic="manhattan",
    weight=2.0,
    goal="3 1/2 0",
    difficulty=Difficulty.EASY,
    theme="light",
    interface_scale=1.5,
    volume=0.25,
    is_muted=True,
    face=Face.PICTURE,
    picture="dunes",
    numbers_on_pictures=False,
    keys={"watch": ("f5", "return"), "new": ()},
    is_welcomed=True,
)


def test_what_is_saved_is_loaded(tmp_path):
    folder = tmp_path / "not" / "there yet"
    assert save_settings(CHOSEN, folder) == ""
    assert load_settings(folder) == (CHOSEN, "")
    assert [file.name for file in folder.iterdir()] == [FILE_NAME]
    assert save_settings(Settings(), folder) == ""
    assert load_settings(folder) == (Settings(), "")


def test_no_file_gives_the_defaults_and_nothing_to_say(tmp_path):
    assert load_settings(tmp_path) == (Settings(), "")
    assert list(tmp_path.iterdir()) == []


def test_by_default_they_are_in_the_users_own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PUZZLER_HOME", str(tmp_path))
    save_settings(CHOSEN)
    assert (resources.data_folder() / FILE_NAME).is_file()
    assert load_settings() == (CHOSEN, "")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "Expecting value"),
        (b"{", "Expecting"),
        (b"[1, 2]", "it holds no settings"),
        (b"\xff\xfe\x00", "it is not text"),
        (b"[" * 100_000, "recursion"),
        (b'{"rows": 99}', "99x4"),
        (b'{"rows": "4"}', "rows cannot be '4'"),
        (b'{"rows": true}', "rows cannot be True"),
        (b'{"weight": NaN}', "the weight must be from 0 to 1000, not nan"),
        (b'{"weight": -1}', "the weight must be from 0 to 1000, not -1"),
        (b'{"playback_speed": 1000}', "playback_speed goes from 0.5 to 60"),
        (b'{"algorithm": "magic"}', "no algorithm is called 'magic'"),
        (b'{"heuristic": "magic"}', "no heuristic is called 'magic'"),
        (b'{"goal": "crooked"}', "'crooked' is no tile"),
        (b'{"goal": 1}', "goal cannot be 1"),
        (b'{"difficulty": "x"}', "difficulty is one of easy, medium, hard, mixed, not 'x'"),
        (b'{"face": "x"}', "face is one of numbers, letters, picture, not 'x'"),
        (b'{"face": null}', "face cannot be None"),
        (b'{"volume": 1.5}', "volume goes from 0 to 1"),
        (b'{"volume": NaN}', "volume goes from 0 to 1"),
        (b'{"interface_scale": 0.5}', "interface_scale goes from 0.75 to 3"),
        (b'{"interface_scale": "large"}', "interface_scale cannot be 'large'"),
        (b'{"theme": null}', "theme cannot be None"),
        (b'{"is_muted": 1}', "is_muted cannot be 1"),
        (b'{"keys": []}', "keys cannot be []"),
        (b'{"keys": {"new": "n"}}', "the keys of 'new' are a list of names, not 'n'"),
        (b'{"keys": {"new": [1]}}', "the keys of 'new' are a list of names, not [1]"),
    ],
)
def test_a_broken_file_is_set_aside_and_the_defaults_are_used(tmp_path, content, reason):
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


def test_what_a_newer_version_wrote_is_no_fault(tmp_path):
    written = asdict(CHOSEN) | {"colour_of_the_sea": "blue"}
    (tmp_path / FILE_NAME).write_text(json.dumps(written))
    assert load_settings(tmp_path) == (CHOSEN, "")


def test_a_whole_number_serves_where_a_fraction_may_stand(tmp_path):
    (tmp_path / FILE_NAME).write_text('{"playback_speed": 8, "weight": 3}')
    assert load_settings(tmp_path) == (replace(Settings(), playback_speed=8, weight=3), "")


def test_the_interface_scale_may_follow_the_window(tmp_path):
    (tmp_path / FILE_NAME).write_text('{"interface_scale": null, "keys": {"new": ["f2"]}}')
    settings, message = load_settings(tmp_path)
    assert (settings.interface_scale, settings.keys, message) == (None, {"new": ("f2",)}, "")


def test_a_folder_that_cannot_be_made_is_said_and_not_raised(tmp_path):
    (tmp_path / "file").write_text("")
    message = save_settings(CHOSEN, tmp_path / "file" / "folder")
    assert message.startswith("the settings cannot be kept")
    settings, message = load_settings(tmp_path / "file")
    assert settings == Settings()
    assert message.startswith("the settings cannot be read")


def test_a_folder_that_cannot_be_written_is_known_beforehand(tmp_path):
    assert what_cannot_be_kept(tmp_path) == ""
    assert what_cannot_be_kept(tmp_path / "not" / "yet") == ""
    (tmp_path / "file").write_text("")
    message = what_cannot_be_kept(tmp_path / "file" / "folder")
    assert message.startswith("settings, records and the game cannot be kept: ")


def test_a_read_only_folder_is_said_and_the_old_file_stays(tmp_path, monkeypatch):
    save_settings(CHOSEN, tmp_path)

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    # by hand, because root may write everywhere
    monkeypatch.setattr(resources, "write_atomically", refuse)
    assert save_settings(Settings(), tmp_path) == "the settings cannot be kept (Permission denied)"
    assert load_settings(tmp_path) == (CHOSEN, "")


def test_a_write_that_fails_half_way_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    save_settings(CHOSEN, tmp_path)

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(resources.os, "fsync", full)
    assert "No space left" in save_settings(Settings(), tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [FILE_NAME]
    assert load_settings(tmp_path) == (CHOSEN, "")
