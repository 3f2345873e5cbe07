"""The algorithms, one a file, each naming itself in ``ALGORITHM``."""
