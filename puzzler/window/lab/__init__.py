"""The Lab view, which shows a search expansion by expansion."""
