"""Checks heuristics and searches written by users, and assignments of a class."""
