"""The view in which searches race against each other."""
