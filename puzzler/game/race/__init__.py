"""Races of searches."""
