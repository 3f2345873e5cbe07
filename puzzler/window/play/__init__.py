"""Play: playing a board and watching a search solve it."""
