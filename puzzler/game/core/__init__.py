"""Parts of the game that all features share."""
