"""Dialogs that are opened on top of a view."""
