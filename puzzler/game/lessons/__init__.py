"""Lessons: steps that a teacher writes in a file, with claims that are checked by searches."""
