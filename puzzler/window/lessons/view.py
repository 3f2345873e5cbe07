"""Lessons as one of the views."""

from __future__ import annotations

from puzzler.game.lessons.browsing import Browsing
from puzzler.game.lessons.learning import Learning
from puzzler.game.lessons.trying import Trying
from puzzler.window.common.views import LESSONS, View

VIEW = View(
    LESSONS, 50, "Lessons", "ctrl+5", "Learn how search works, step by step", "lessons",
    lambda window: window.session.lessons.enter(), None, (Browsing, Learning, Trying),
)  # fmt: skip
