"""Make the sounds in ``assets/sounds``: ``python tools/make_sounds.py``.

The files are reproducible and must only be changed by this script.
"""

from __future__ import annotations

import wave
from pathlib import Path

import numpy as np
import numpy.typing as npt

Samples = npt.NDArray[np.float64]

RATE = 44_100
FOLDER = Path(__file__).resolve().parent.parent / "assets" / "sounds"


def times(seconds: float) -> Samples:
    """Return the time of every sample."""
    return np.arange(round(seconds * RATE)) / RATE


def tone(at: Samples, hertz: float, decay: float) -> Samples:
    """Return a sine that decays to 37 % in ``decay`` seconds."""
    swing: Samples = np.sin(2 * np.pi * hertz * at)
    return swing * np.exp(-at / decay)


def softened(samples: Samples, loudness: float, attack: float = 0.001) -> Samples:
    """Fade in and out, and scale to a maximum of ``loudness`` from 0 to 1."""
    rise = round(attack * RATE)
    fall = min(len(samples) // 3, RATE // 20)
    samples = samples.copy()
    samples[:rise] *= np.linspace(0, 1, rise) ** 2
    samples[-fall:] *= np.linspace(1, 0, fall)
    return samples * (loudness / float(np.abs(samples).max()))


def click() -> Samples:
    """The sound of a wooden tile that stops."""
    at = times(0.09)
    noise = np.random.default_rng(15).standard_normal(len(at))
    breath = np.convolve(noise, np.hanning(24), mode="same") * np.exp(-at / 0.004)
    wood = tone(at, 620, 0.014) + 0.55 * tone(at, 1490, 0.008) + 0.2 * tone(at, 2730, 0.004)
    return softened(wood + 0.12 * breath, 0.5)


def bump() -> Samples:
    """The low sound of a tile that cannot move."""
    at = times(0.16)
    falling = np.sin(2 * np.pi * np.cumsum(82 + 50 * np.exp(-at / 0.025)) / RATE)
    return softened(falling * np.exp(-at / 0.04) + 0.15 * tone(at, 240, 0.012), 0.55, 0.003)


def chime() -> Samples:
    """The sound of a solve: four rising bells."""
    length = 1.5
    mix = np.zeros(round(length * RATE))
    for number, hertz in enumerate((523.25, 659.25, 783.99, 1046.5)):
        begin = round(number * 0.085 * RATE)
        at = times(length)[: len(mix) - begin]
        bell = tone(at, hertz, 0.42) + 0.3 * tone(at, 2.76 * hertz, 0.11)
        bell += 0.35 * tone(at, 2 * hertz, 0.24) + 0.08 * tone(at, 5.4 * hertz, 0.05)
        rise = np.minimum(at / 0.004, 1)
        mix[begin:] += bell * rise * (1.0 if number == 3 else 0.75)
    return softened(mix, 0.6)


def save(name: str, samples: Samples) -> None:
    """Save as 16-bit mono."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with wave.open(str(FOLDER / f"{name}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.round(samples * 32767).astype("<i2").tobytes())


if __name__ == "__main__":
    for make in (click, bump, chime):
        save(make.__name__, make())
