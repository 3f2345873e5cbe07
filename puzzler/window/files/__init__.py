"""Files and the clipboard: reading what is dropped, pasted or opened, copying, saving, recording."""
