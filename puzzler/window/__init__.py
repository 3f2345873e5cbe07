"""The screen: the only package that knows pygame."""

import os

# pygame and SDL read these when they are imported
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "puzzler")
