"""The ``Search`` class for callers, and the families of searches that algorithms are made of."""
