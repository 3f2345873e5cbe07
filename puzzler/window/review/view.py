"""Review as one of the views."""

from __future__ import annotations

from puzzler.game.review.drilling import Drilling
from puzzler.game.review.reviewing import Reviewing
from puzzler.window.common.views import REVIEW, View
from puzzler.window.sheets import review_last

VIEW = View(
    REVIEW, 40, "Review", "ctrl+4", "Review a game, and drill what it lost", "review",
    review_last, None, (Reviewing, Drilling),
)  # fmt: skip
