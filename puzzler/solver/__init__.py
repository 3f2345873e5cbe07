"""Background work: threads, child processes and clusters."""
