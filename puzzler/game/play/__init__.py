"""One game and what belongs to it: its history, its timer, its playback, what is shown of it."""
