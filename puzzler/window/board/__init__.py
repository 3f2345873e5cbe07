"""Drawing a board."""
