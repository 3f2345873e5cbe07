"""A crew on a Dask scheduler: the answers of one process, whoever dies meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

from puzzler.board.errors import PuzzlerError
from puzzler.board.shuffler import shuffle
from puzzler.search.method import Method
from puzzler.solver.crews.alone import Alone
from puzzler.solver.crews.cluster import LOCAL, Cluster
from puzzler.solver.crews.cluster_worker import edition
from tests.solver import cluster_work

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0


@pytest.fixture(scope="module")
def local() -> Iterator[Cluster]:
    with closing(Cluster(LOCAL, 2)) as cluster:
        yield cluster
