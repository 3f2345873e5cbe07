"""Optimal solutions of large boards: like ``anytime``, with nearly all expansions for the proof.

IDA* needs no last pass, which would be its longest, if the beams find a solution as long as the
proven bound. The proof has the first turn, so easy boards are solved without beams.
"""

from __future__ import annotations

from dataclasses import replace

from puzzler.search.algorithms import anytime

TURNS = anytime.Turns(1_000_000, 400_000, 2_000_000, 60_000)

ALGORITHM = replace(
    anytime.ALGORITHM,
    name="shortest",
    title="Shortest (5x5)",
    summary="beam search finds a solution, IDA* proves it shortest",
    rank=18,
    make=lambda task: anytime.Anytime(task, TURNS),
    find_first=None,
    improves=False,
)
