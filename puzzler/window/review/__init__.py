"""Reviewing games, practising mistakes, and the statistics of all solves."""
