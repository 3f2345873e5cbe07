"""Functions for the workers in tests, in a module that new processes can import."""

from __future__ import annotations

import logging
import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def square_slowly(number: int) -> int:
    time.sleep(0.2 if number % 2 == 0 else 0.0)
    return number * number


def die_of_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def wait_with_the_first(mark: Path, number: int) -> int:
    """Return the number. The number 0 first waits for the file ``mark``."""
    end = time.monotonic() + 60
    while number == 0 and not mark.exists() and time.monotonic() < end:
        time.sleep(0.005)
    return number


def fail_with_three(number: int) -> int:
    if number == 3:
        raise ValueError("three is too many")
    return number * number


def warn_about(number: int) -> int:
    logging.getLogger("puzzler").warning("met %d", number)
    return number


def sleep_from_two_on(number: int) -> int:
    if number >= 2:
        time.sleep(60)
    return number


def sleep(seconds: float) -> int:
    """Sleep and return the process id."""
    time.sleep(seconds)
    return os.getpid()


def deadly(number: int, folder: Path, deaths: int, poison: int) -> int:
    """Square a number. The number ``poison`` kills its worker ``deaths`` times."""
    if number == poison:
        tries = len([*folder.iterdir()])
        if tries < deaths:
            (folder / f"death {tries}").touch()
            os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.01)
    return number * number


def endless(number: int, folder: Path) -> int:
    """Number 0 returns immediately. Others continue until Ctrl-C."""
    if number == 0:
        return 0
    try:
        (folder / f"begun {number}").touch()
        while True:
            time.sleep(0.01)
    except KeyboardInterrupt:
        (folder / f"stopped {number}").touch()
        raise


def clean_up(folder: Path, number: int) -> int:
    """Number 0 returns immediately. Others wait, and leave a file at the end."""
    try:
        (folder / "begun").touch() if number else None
        time.sleep(60 * number)
    finally:
        (folder / "cleaned").touch() if number else None
    return number


def ignore_signals(folder: Path, number: int) -> int:
    """Number 0 returns the process id. Others wait and ignore the signal to end."""
    if number:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        (folder / "begun").touch()
        time.sleep(60)
    return os.getpid()


def sockets(seconds: float) -> tuple[int, int]:
    """Sleep and return the process id and the number of sockets, which are pipes to others."""
    time.sleep(seconds)
    found = 0
    for entry in Path("/proc/self/fd").iterdir():
        try:
            found += str(entry.readlink()).startswith("socket")
        except OSError:  # the open folder
            continue
    return os.getpid(), found
