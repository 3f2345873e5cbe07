"""Reviews of plays, the drill and the statistics."""
