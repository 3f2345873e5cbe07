"""Heuristics and searches of the user: functions in a Python file, run in a child process."""
