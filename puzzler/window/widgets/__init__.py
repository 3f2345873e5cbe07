"""The widgets: what a screen is made of, one file each."""
