"""Beam search (Lowerre 1976): a bounded number of states of each layer; see ``engine.beam``."""

from __future__ import annotations

from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.beam import Beam
from puzzler.search.engine.task import no_promise

ALGORITHM = Algorithm(
    name="beam",
    title="Beam search",
    summary="keeps the best thousands of each layer: any size, always an answer, rarely shortest",
    rank=70,
    make=Beam,
    promise=no_promise,
    heuristic="learned",
)
