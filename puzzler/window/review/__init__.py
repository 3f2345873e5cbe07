"""The view in which a play is reviewed, and the drill of what it lost."""
