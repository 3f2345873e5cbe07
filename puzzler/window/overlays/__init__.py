"""What lies over a screen for a while: sheets, menus."""
