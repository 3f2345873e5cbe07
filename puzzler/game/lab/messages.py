"""The lines that are shown about the Lab."""

from __future__ import annotations

LAB_WHILE_SEARCHING = "A search is running. Stop it first to look inside."
INSPECTED = "This is the Lab. Leave it to play on."
NOTHING_TO_PREDICT = "The search has ended: go back to predict"
NO_QUESTION_HERE = "There is nothing to predict at this moment"
