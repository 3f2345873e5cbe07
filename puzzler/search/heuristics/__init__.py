"""The heuristics, one a file, each naming itself in ``HEURISTIC``."""
