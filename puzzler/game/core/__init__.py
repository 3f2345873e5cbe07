"""What all features of the game share: activities, services, playback and settings."""
