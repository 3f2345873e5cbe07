"""Looking inside a search."""
