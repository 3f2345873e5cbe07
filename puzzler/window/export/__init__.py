"""Pictures and animations in files, drawn by the window's own board without a window."""
