"""What all views share: the window, its keys, sound, themes and display."""
