"""Panels about a search of Watch: its method, figures, bounds and results."""
