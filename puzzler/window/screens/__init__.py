"""The screens: what fills the window."""
