"""The loops over numpy arrays that numba compiles. They import nothing else of puzzler."""
