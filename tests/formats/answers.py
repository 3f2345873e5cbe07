"""Results of searches, and boards with moves for hypothesis."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from puzzler.board import Board, Move
from puzzler.board.goal import GOALS, snail
from puzzler.formats.format import Answer, Contents


def answer(
    start: str,
    moves: str | None,
    *,
    goal: str = "",
    is_shortest: bool = True,
    is_unsolvable: bool = False,
    f_values: tuple[str, ...] = (),
    figures: tuple[int, int, int] = (10, 22, 4),
) -> Answer:
    """Return a result. moves: letters or None. figures: expanded, peak of stored, largest depth."""
    expanded, peak_nodes, deepest = figures
    board = Board.parse(start)
    return Answer(
        contents=Contents(start=board),
        goal=Board.parse(goal) if goal else Board.solved(*board.size),
        moves=None if moves is None else tuple(map(Move.from_letter, moves)),
        is_shortest=is_shortest,
        is_unsolvable=is_unsolvable,
        expanded=expanded,
        peak_nodes=peak_nodes,
        deepest=deepest,
        seconds=0.00188088,
        memory_bytes=81920,
        weight=1.5,
        f_values=tuple(map(Fraction, f_values)),
    )


@st.composite
def plays(draw: st.DrawFn) -> Contents:
    """Draw a goal, a board some moves away, and moves to the goal with or without times."""
    rows, columns = draw(st.integers(2, 5)), draw(st.integers(2, 5))
    goal = draw(st.sampled_from([*GOALS.values()]))(rows, columns)
    if draw(st.booleans()):
        goal = Board(rows, columns, tuple(draw(st.permutations(goal.tiles))))
    start, moves = goal, list[Move]()
    for _ in range(draw(st.integers(0, 25))):
        move = draw(st.sampled_from(start.legal_moves()))
        start = start.apply(move)
        moves.insert(0, move.inverse)
    stated_goal = draw(
        st.sampled_from([None, goal, Board.solved(rows, columns), snail(rows, columns)])
    )
    if not draw(st.booleans()):
        return Contents(start=start, goal=stated_goal)
    steps = draw(st.none() | st.lists(st.sampled_from([0, 1, 73, 20_000]), min_size=1))
    times = None
    if moves and steps:
        clock = [steps[place % len(steps)] for place in range(len(moves))]
        times = tuple(sum(clock[: place + 1]) / 100 for place in range(len(moves)))
    return Contents(start=start, goal=stated_goal, moves=tuple(moves), times=times)
