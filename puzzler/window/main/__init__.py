"""The composition root, the game loop and the screen."""
