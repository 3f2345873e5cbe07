"""Pictures and animations in files, drawn like the board in the window but without a window."""
