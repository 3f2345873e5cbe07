"""Boards as pictures and animations in files, drawn by the window's own board; no window is open."""
