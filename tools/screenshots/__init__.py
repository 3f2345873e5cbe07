"""What ``tools/make_screenshots.py`` takes its pictures with."""
