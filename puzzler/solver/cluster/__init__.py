"""The same work on many items on many machines, with Dask."""
