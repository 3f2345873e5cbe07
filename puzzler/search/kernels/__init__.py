"""Kernels: functions on numpy arrays that numba compiles. They import no other package."""
