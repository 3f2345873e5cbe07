"""The game without a screen."""
