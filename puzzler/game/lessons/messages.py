"""The lines that are shown about lessons."""

from __future__ import annotations

LESSON_WHILE_SEARCHING = "A search is running. Stop it first to go to the lessons."
GOAL_HAS_NO_SEARCH = "That is the goal: there would be nothing to search"
NOT_A_NUMBER = "Write a number, as 12 or 1,204 or 1.5"
