"""Sounds without a sound card."""

from __future__ import annotations

import pygame
import pytest

from puzzler.game.core.feedback import Happening
from puzzler.window.core import sound
from puzzler.window.core.sound import Sounds


def test_without_a_sound_card_it_is_silent_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def refuse() -> None:
        asked.append(1)
        raise pygame.error("no such device")

    monkeypatch.setattr(sound, "_open", refuse)
    sounds = Sounds()
    assert sounds.problem == ""
    sounds.play(Happening.SLID, 0.5)
    sounds.play(Happening.SLID, 0.5)
    assert len(asked) == 1, "it is not tried again and again"
    assert sounds.problem == "No sound can be played here: no such device"
    sounds.close()
