"""Modules of ``tools/make_screenshots.py``."""
