"""The view in which a board is played and a search is watched."""
