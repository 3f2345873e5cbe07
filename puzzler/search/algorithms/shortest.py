"""Shortest solutions of large boards: as ``anytime``, with nearly all time for the proof.

A solution that is known to be shortest as soon as IDA* has raised the bound to its length saves the
last pass, which is the longest. Boards for which IDA* needs few expansions wait for no beam.
"""

from __future__ import annotations

from typing_extensions import override

from puzzler.board.move import Move
from puzzler.search.algorithms.anytime import Anytime, Turns
from puzzler.search.engine.algorithm import Algorithm
from puzzler.search.engine.stepping import Task

TURNS = Turns(1_000_000, 400_000, 2_000_000, 60_000)


class ShortestSearch(Anytime):
    """A search in progress; it has no solution before one is proven."""

    improves = False

    def __init__(self, task: Task) -> None:
        super().__init__(task, TURNS)

    @override
    def path(self) -> None:
        return None

    @override
    def solution(self) -> tuple[Move, ...] | None:
        return super().solution() if self.is_done() else None


ALGORITHM = Algorithm(
    name="shortest",
    title="Shortest",
    summary="beams find a solution, IDA* proves that none is shorter; 17 to 25 cells",
    rank=18,
    make=ShortestSearch,
    heuristic="learned",
    parts=(("idastar", "pattern-database"), ("beam", "learned")),
    figures=("bound",),
    bound_name="Lower bound",
    bound_meaning="It is proven that no solution is shorter.",
    parameters=frozenset({"heuristic"}),
)
