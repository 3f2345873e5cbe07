"""Limits and signals end commands cleanly: a short run of ``tools/trust/limits.py``."""

from __future__ import annotations

import sys

import pytest

from tests.programs import ROOT, finished


@pytest.mark.slow
@pytest.mark.skipif(
    sys.platform != "linux", reason="other systems report exit statuses differently"
)
@pytest.mark.usefixtures("compiled")
def test_a_few_commands_with_limits_and_signals() -> None:
    done = finished(
        [sys.executable, ROOT / "tools" / "trust" / "limits.py", "--quick", "--seed", "2"]
    )
    assert done.returncode == 0, done.stdout + done.stderr
