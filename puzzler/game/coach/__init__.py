"""Distances and hints that help a player."""
