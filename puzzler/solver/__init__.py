"""The background solver thread, and the child process that compiles for it."""
