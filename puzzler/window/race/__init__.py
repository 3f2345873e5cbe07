"""The Race view, which compares searches on one board."""
