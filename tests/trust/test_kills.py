"""A window and a list are killed; ``tools/trust/kills.py`` does that a thousand times."""

from __future__ import annotations

import sys

import pytest

from puzzler.search import compilation
from tests.programs import ROOT

sys.path.insert(0, str(ROOT / "tools/trust"))


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("name", ["gif", "jobs"])
def test_a_kill_loses_at_most_one_action_and_leaves_nothing(name, tmp_path):
    import kills

    done = kills.killed_often(name, 1, "1", tmp_path, compilation.kernel_folder())
    assert (done.faults, done.kills > 0) == ([], True)
