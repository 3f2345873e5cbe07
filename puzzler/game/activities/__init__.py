"""What a session can be doing: one file each."""
