"""The view that looks inside a search, expansion by expansion."""
