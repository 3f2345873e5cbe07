"""Searches that are watched: runs, their figures and rows, and the playback."""
