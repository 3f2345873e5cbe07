"""The database and the settings file."""
