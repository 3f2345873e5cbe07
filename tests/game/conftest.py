"""A session near its goal, for every test that needs no other."""

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
