"""Shared by all views: the window, its keys, sound, themes and display."""
