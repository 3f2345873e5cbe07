"""A heuristic of the user's own: a function in a Python file, run in a process of its own."""
