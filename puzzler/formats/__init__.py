"""Text formats, one per file. The content of a text determines its format."""
