"""How a puzzle is solved: problems, heuristics, algorithms. No threads, no pygame."""
