"""Sounds: quiet where there is no sound card, and nothing is opened before the first of them."""

from __future__ import annotations

import contextlib
import logging

import pygame

from puzzler import resources
from puzzler.game.core.feedback import Happening
from puzzler.window.core.display import quiet_libraries

FILES = {
    Happening.SLID: "click.wav",
    Happening.REFUSED: "bump.wav",
    Happening.SOLVED: "chime.wav",
    Happening.RIGHT: "chime.wav",
}
_log = logging.getLogger("puzzler")
_RATE = 44100
_BUFFER = 512
"""Samples: about 12 ms, or a click would be heard after it is seen."""


class Sounds:
    """Plays what happens. Whatever goes wrong with sound, it is silent from then on."""

    def __init__(self, *, is_silent: bool = False) -> None:
        """``is_silent``: nothing is ever heard, and no sound card opened."""
        self._sounds: dict[Happening, pygame.mixer.Sound] | None = None
        self._is_silent = is_silent
        self.problem = ""
        """Why nothing can be heard, or "" where nothing is known to be wrong."""

    def play(self, happening: Happening, volume: float) -> None:
        """Let it be heard; volume 0 to 1."""
        if self._is_silent or volume <= 0 or self.problem or happening not in FILES:
            return
        try:
            if self._sounds is None:
                self._sounds = _open()
            sound = self._sounds[happening]
            sound.set_volume(volume)
            sound.play()
        except (pygame.error, OSError, NotImplementedError) as error:
            self.problem = f"No sound can be played here: {error}"
            _log.info("sound is off: %s", error)

    def close(self) -> None:
        """Give the sound card back."""
        if self._sounds is not None:
            self._sounds = None
            with contextlib.suppress(pygame.error):
                pygame.mixer.quit()


def _open() -> dict[Happening, pygame.mixer.Sound]:
    with quiet_libraries():
        pygame.mixer.init(frequency=_RATE, size=-16, channels=2, buffer=_BUFFER)
    folder = resources.assets() / "sounds"
    return {what: pygame.mixer.Sound(folder / name) for what, name in FILES.items()}
