"""Results and comparisons of searches as text, JSON and CSV."""
