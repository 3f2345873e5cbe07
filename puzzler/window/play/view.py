"""Play as one of the views."""

from __future__ import annotations

from puzzler.window.common.views import PLAY, View

VIEW = View(
    PLAY, 10, "Play", "ctrl+1", "Play a board", "hand", lambda window: window.session.stop(),
)  # fmt: skip
