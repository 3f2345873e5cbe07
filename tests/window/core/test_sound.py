"""Sounds without a sound card."""

from __future__ import annotations

from types import SimpleNamespace

import pygame
import pytest

from puzzler.game.core.feedback import Happening
from puzzler.window.core import sound
from puzzler.window.core.sound import Sounds


@pytest.mark.parametrize("kind", [pygame.error, OSError, NotImplementedError])
def test_without_a_sound_card_there_is_a_reason_and_no_sound(
    monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
) -> None:
    attempts = []

    def refuse() -> None:
        attempts.append(1)
        raise kind("no such device")

    monkeypatch.setattr(sound, "_open", refuse)
    sounds = Sounds()
    assert sounds.problem == ""
    sounds.play(Happening.SLID, 0.5)
    sounds.play(Happening.SLID, 0.5)
    assert len(attempts) == 1, "the device must be opened only once"
    assert sounds.problem == "No sound can be played here: no such device"
    sounds.close()


def test_closing_releases_a_sound_card_that_was_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    volumes, ends = list[float](), list[int]()
    silent = SimpleNamespace(set_volume=volumes.append, play=lambda: None)
    monkeypatch.setattr(sound, "_open", lambda: dict.fromkeys(Happening, silent))
    # quit() alone can wait forever for the end of a sound
    monkeypatch.setattr(pygame.mixer, "stop", lambda: ends.append(1))
    monkeypatch.setattr(pygame.mixer, "quit", lambda: ends.append(2))
    sounds = Sounds()
    sounds.close()
    assert not ends
    sounds.play(Happening.SLID, 0.5)
    sounds.play(Happening.SLID, 0.0)
    assert volumes == [0.5]
    for _ in range(2):
        sounds.close()
        assert ends == [1, 2]


def test_sounds_are_read_from_files() -> None:
    sounds = Sounds(is_silent=True)
    sounds.play(Happening.SLID, 1.0)
    assert pygame.mixer.get_init() is None
    sounds = Sounds()
    for happening in Happening:
        sounds.play(happening, 0.5)
    assert sounds.problem == "" and pygame.mixer.get_init()
    sounds.close()
    assert pygame.mixer.get_init() is None
