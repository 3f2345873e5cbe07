"""Dialogs: what is asked or chosen over a view."""
