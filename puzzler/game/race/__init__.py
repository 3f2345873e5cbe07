"""Races between searches."""
