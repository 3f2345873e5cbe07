"""What helps a player: distances and hints."""
