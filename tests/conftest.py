"""What holds for every test: no screen, no sound card, and nobody's own settings."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

# Both are read when pygame and puzzler.resources are first used, so they are set before any test
# module is imported. One folder for the whole session: the kernels are compiled into it once.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
_HOME = tempfile.TemporaryDirectory(prefix="puzzler-tests-", ignore_cleanup_errors=True)
os.environ["PUZZLER_HOME"] = _HOME.name

# A slow machine is no failure, and a run in CI can be repeated example by example.
settings.register_profile("puzzler", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "puzzler")


@pytest.fixture(scope="session", autouse=True)
def _puzzler_home() -> Iterator[None]:
    """Remove the session's folder at the end, and not with a warning when Python exits."""
    yield
    _HOME.cleanup()
