"""Lessons: files of steps that a teacher writes, read and held to the searches they tell of."""
