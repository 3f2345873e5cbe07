"""Searches in the background, as the game sees them."""
