"""Processes on this machine that do the same work on many items."""
