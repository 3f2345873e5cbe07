"""The one search that callers see, and the families of stepping that algorithms are made of."""
