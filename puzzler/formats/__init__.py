"""Text formats: one file each, told apart by content."""
