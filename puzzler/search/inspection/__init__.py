"""What a search shows of itself when it is asked; who does not ask pays nothing."""
