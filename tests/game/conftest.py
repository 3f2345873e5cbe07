"""The default session of tests, two moves from the goal."""

from __future__ import annotations

import pytest

from puzzler.game.session import Session
from tests.game.fakes import Stage


@pytest.fixture
def stage() -> Stage:
    return Stage()


@pytest.fixture
def session(stage: Stage) -> Session:
    return stage.session
