"""Pictures and animations in files. They are drawn like the board of the window, without one."""
