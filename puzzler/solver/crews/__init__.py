"""Crews do the same work on many items: in this process, in many, or on many machines."""
