"""Many machines that do the same work on many items, through Dask."""
