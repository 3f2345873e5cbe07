"""Where tables are kept, and which ones a goal takes."""
