"""The child process that runs the user's heuristics and searches."""
