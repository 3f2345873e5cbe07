"""Sounds. The sound card is opened for the first sound; without one there is silence."""

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
"""Buffer size in samples: about 12 ms, a delay that is not noticed."""


class Sounds:
    """Plays the sounds of happenings. After an error nothing is played."""

    def __init__(self, *, is_silent: bool = False) -> None:
        """is_silent: play nothing and never open the sound card."""
        self._sounds: dict[Happening, pygame.mixer.Sound] | None = None
        self._is_silent = is_silent
        self.problem = ""
        """Why no sound can be played, or "" if no error has occurred."""

    def play(self, happening: Happening, volume: float) -> None:
        """Play the sound of a happening, if it has one. volume: 0 to 1."""
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
        """Close the sound card."""
        if self._sounds is not None:
            self._sounds = None
            with contextlib.suppress(pygame.error):
                # quit() waits for the audio thread, which waits for Python's lock when a sound ends
                pygame.mixer.stop()
                pygame.mixer.quit()


def _open() -> dict[Happening, pygame.mixer.Sound]:
    with quiet_libraries():
        pygame.mixer.init(frequency=_RATE, size=-16, channels=2, buffer=_BUFFER)
    folder = resources.assets() / "sounds"
    return {happening: pygame.mixer.Sound(folder / name) for happening, name in FILES.items()}
