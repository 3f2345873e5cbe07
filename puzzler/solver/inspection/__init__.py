"""Searches under inspection: any moment of them is shown, forward and back."""
