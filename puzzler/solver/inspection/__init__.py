"""Inspected searches, of which any moment can be shown, forward and back."""
