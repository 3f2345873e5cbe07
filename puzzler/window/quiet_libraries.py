"""Keeps what the libraries below pygame say off standard error."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator


@contextlib.contextmanager
def quiet_libraries() -> Iterator[None]:
    """Nothing reaches standard error: the drivers that SDL tries complain about one another there.

    What matters of it SDL tells in a pygame.error.
    """
    try:
        standard_error = os.dup(2)
    except OSError:  # the process has none
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(standard_error, 2)
        os.close(standard_error)
