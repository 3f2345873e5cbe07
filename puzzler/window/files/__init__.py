"""Files and the clipboard: importing, copying, saving and recording."""
