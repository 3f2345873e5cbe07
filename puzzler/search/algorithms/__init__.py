"""The search algorithms. Each module defines one of them in ``ALGORITHM``."""
