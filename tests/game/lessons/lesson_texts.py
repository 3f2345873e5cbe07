"""Lessons for tests, like those of a teacher."""

from __future__ import annotations

from puzzler.game.lessons.lesson import Lesson
from puzzler.game.lessons.reading import read

FIRST = '''
title = "First steps"
summary = "how a search begins"
rank = 1

[[step]]
title = "Where it begins"
text = """
The *frontier* of **breadth-first** search holds the start, as `1 2 0/4 5 3`.

- one item
- another
"""
board = "4 2 0/5 1 3"
algorithm = "bfs"
panel = "frontier"
[step.question]
kind = "choose"
words = "How many moves are legal?"
choices = ["One", "Two", "Three"]
replies = ["Look at the corner.", "A corner has two.", "An edge has three."]
answer = 2

[[step]]
title = "What comes next"
text = "It takes the oldest first."
moment = 2
panel = "state"
[step.question]
kind = "predict"
right = "First in, first out."
wrong = "The oldest is taken."

[[step]]
title = "Two methods"
text = "Both find {length} moves."
moment = "end"
panel = "tree"
[step.runs.greedy]
algorithm = "greedy"
heuristic = "manhattan"
[step.claims]
length = 7
[step.question]
kind = "number"
words = "How many moves has the answer?"
answer = "length"
right = "It is seven moves away."
wrong = "Count again."
'''

SECOND = """
title = "By hand"
summary = "play it yourself"
rank = 2

[[step]]
title = "Try it"
text = "Solve the board."
panel = "play"
board = "1 2 0/4 5 3"
algorithm = "bfs"

[[step]]
title = "Now the search"
text = "It does the same."
panel = "board"
board = "1 2/0 3"
"""


def lessons() -> dict[str, Lesson]:
    """Two lessons in order."""
    return {"first": read(FIRST, "first"), "second": read(SECOND, "second")}
