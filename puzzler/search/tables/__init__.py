"""Tables of heuristics: which ones a goal needs, building and storing them."""
