"""What is there again the next time."""
