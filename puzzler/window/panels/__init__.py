"""The panels: what the rooms are made of. One file each, and none knows another."""
