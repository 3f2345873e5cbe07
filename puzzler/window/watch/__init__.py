"""What is shown of a search that is watched: its method, figures, bounds and results."""
