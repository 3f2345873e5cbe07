"""The view in which a search is looked at, expansion by expansion."""
