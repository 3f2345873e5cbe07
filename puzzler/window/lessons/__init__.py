"""The view of the lessons."""
