"""Import and export of boards, games and solutions."""
