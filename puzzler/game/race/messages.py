"""The lines that are shown about races."""

from __future__ import annotations

RACE_WHILE_SEARCHING = "A search is running. Stop it first to race."
RACED = "This is a race. Play is where tiles are moved."
RACE_IS_OVER = "The race is over: drag its timeline, or race again"
NO_ANSWER_TO_PLAY = "This lane has no answer to play"
