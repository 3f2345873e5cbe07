"""Statements and numbers of bundled lessons that are not claims, derived in plain Python.

The searches of the program are not used. They have no figure for these statements.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations

from puzzler.game.lessons.reading import bundled, read_file

State = tuple[int, ...]
Estimate = Callable[[State], int]
SOLVED = (1, 2, 3, 4, 5, 6, 7, 8, 0)
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}


def tiles(board: str) -> State:
    return tuple(map(int, board.replace("/", " ").split()))


@cache
def ways(cells: int, blank: int, order: str, last: str) -> list[tuple[str, int]]:
    """Yield (move, new cell of the blank), without the inverse of the last move."""
    row, column = divmod(blank, 3)
    found = [(move, row + STEPS[move][0], column + STEPS[move][1]) for move in order]
    return [
        (move, 3 * row + column)
        for move, row, column in found
        if BACK[move] != last and 0 <= row < cells // 3 and 0 <= column < 3
    ]


def successors(state: State, order: str = "UDLR", last: str = "") -> Iterator[tuple[str, State]]:
    blank = state.index(0)
    for move, cell in ways(len(state), blank, order, last):
        after = list(state)
        after[blank], after[cell] = after[cell], 0
        yield move, tuple(after)


def distances(start: State = SOLVED, limit: int = 31) -> dict[State, int]:
    """Return the distance from ``start`` of every state within ``limit`` moves."""
    return _distances(start, limit)


@cache  # lru_cache distinguishes calls with and without the default
def _distances(start: State, limit: int) -> dict[State, int]:
    found, ring = {start: 0}, [start]
    for moves in range(1, limit + 1):
        reached = [after for state in ring for _, after in successors(state)]
        ring = [after for after in dict.fromkeys(reached) if after not in found]
        found.update(dict.fromkeys(ring, moves))
    return found


AWAY = {
    (cell, tile): (abs(cell // 3 - (tile - 1) // 3), abs(cell % 3 - (tile - 1) % 3))
    for cell in range(9)
    for tile in range(1, 9)
}
"""The distance in rows and columns of a cell from the goal cell of a tile."""
FAR = {pair: sum(apart) for pair, apart in AWAY.items()} | {(cell, 0): 0 for cell in range(9)}


def away(state: State) -> list[tuple[int, int]]:
    return [AWAY[pair] for pair in enumerate(state) if pair[1]]


def manhattan(state: State) -> int:
    return sum(map(FAR.__getitem__, enumerate(state)))


def linear_conflict(state: State) -> int:
    """Manhattan distance plus two moves for each tile that must leave its line."""
    extra = 0
    for line in range(3):
        row, column = state[3 * line : 3 * line + 3], state[line::3]
        at_home = [(tile - 1) % 3 for tile in row if tile and (tile - 1) // 3 == line]
        upright = [(tile - 1) // 3 for tile in column if tile and (tile - 1) % 3 == line]
        extra += sum(len(each) - in_order(each) for each in (at_home, upright))
    return manhattan(state) + 2 * extra


def in_order(places: list[int]) -> int:
    """The number of tiles of a line that need not leave it."""
    best: list[int] = []
    for number, place in enumerate(places):
        before = (best[each] for each in range(number) if places[each] < place)
        best.append(1 + max(before, default=0))
    return max(best, default=0)


def count_by_f(start: State, estimate: Estimate, length: int) -> tuple[int, int]:
    """Count states with f below ``length`` and with f equal to it, on paths of such states."""
    found = [g + estimate(state) for state, g in distances(start, length).items()]
    return sum(f < length for f in found), found.count(length)


def text_of(name: str) -> str:
    """Return all texts of a lesson with figures."""
    texts = []
    for step in read_file(bundled()[name]).steps:
        texts += [step.text, step.reveal, *(step.question.replies if step.question else ())]
        texts = [step.fill_in(text) for text in texts]
    return " ".join(" ".join(texts).split())


def iterative(start: State, order: str) -> int:
    """Return the number of states expanded by iterative deepening."""
    expanded, limit = 0, 0
    while True:
        limit += 1
        stack = [(start, "", 0)]
        while stack:
            state, last, depth = stack.pop()
            if state == SOLVED:
                return expanded
            if depth < limit:
                expanded += 1
                after = [(each, move, depth + 1) for move, each in successors(state, order, last)]
                stack += reversed(after)


def breadth_first(start: State, order: str) -> int:
    """Return the number of states expanded by breadth-first search with a late goal test."""
    queue, visited = [start], {start}
    for expanded, state in enumerate(queue):
        if state == SOLVED:
            return expanded
        for _, after in successors(state, order):
            if after not in visited:
                visited.add(after)
                queue.append(after)
    raise AssertionError


def test_averages_over_all_orders() -> None:
    start, orders = tiles("2 7 3/1 0 6/5 4 8"), list(map("".join, permutations("UDLR")))
    deepening = [iterative(start, order) for order in orders]
    blind = [breadth_first(start, order) for order in orders]
    words = f"takes up to {max(blind)} and iterative deepening up to {max(deepening):,}"
    assert words in text_of("iterative-deepening")
    assert (min(blind), min(deepening)) == (543, 882) and "the best order" in text_of(
        "iterative-deepening"
    )


def paths(blank: int, longest: int) -> list[int]:
    """Count the paths of each length without a move directly followed by its inverse."""
    blanks, found = {(blank, ""): 1}, [1]
    for _ in range(longest):
        after: dict[tuple[int, str], int] = {}
        for (cell, last), count in blanks.items():
            state = tuple(int(each != cell) for each in range(9))
            for move, then in successors(state, last=last):
                key = then.index(0), move
                after[key] = after.get(key, 0) + count
        blanks = after
        found.append(sum(blanks.values()))
    return found


def test_iterative_deepening_on_the_hardest_boards() -> None:
    # All iterations except the last are complete: they expand every path below the limit.
    hardest = [state for state, moves in distances().items() if moves == 31]
    for state in hardest:
        counts = paths(state.index(0), 31)
        passes = sum(sum(counts[:limit]) for limit in range(1, 31))
        assert passes > 200 * len(distances()), "the lesson states more than two hundred times"


def test_numbers_of_paths_and_states() -> None:
    layers = rings("1 2 3/4 5 6/7 8 0")
    counts = paths(8, 20)
    assert counts[:6] == [*layers[:6]] and (counts[6], layers[6]) == (40, 39)
    assert "40 paths and 39 states" in text_of("tree-or-graph")
    assert f"{counts[20]:,} paths lead to only {layers[20]:,} states" in text_of("tree-or-graph")
    assert counts[20] > 5 * layers[20]


def test_the_shortest_cycle() -> None:
    state = tiles("1 2 3/4 5 6/7 0 8")
    visited = [state]
    for move in "LURD" * 3:
        visited.append(dict(successors(visited[-1]))[move])
    assert visited.index(state, 1) == 12 and len(set(visited)) == 12


def test_numbers_of_states_by_distance_depend_only_on_the_blank() -> None:
    random_order = random.Random(1)
    for blank in range(6):
        others = [random_order.sample(range(1, 6), 5) for _ in range(4)]
        boards = [" ".join(map(str, [*each[:blank], 0, *each[blank:]])) for each in others]
        assert len({rings(board) for board in boards}) == 1


def rings(board: str) -> tuple[int, ...]:
    """Return the number of states at each distance."""
    return tuple(Counter(distances(tiles(board)).values()).values())


def test_numbers_of_states_by_distance_grow_and_shrink() -> None:
    layers = rings("1 2 3/4 5 6/7 8 0")
    assert max(layers) == layers[24]
    two_away = [state for state, moves in distances().items() if moves == 2]
    onward = sorted(
        (state.index(0) == 4, sum(distances()[after] == 3 for _, after in successors(state)))
        for state in two_away
    )
    assert onward == [(False, 1), (False, 1), (True, 3), (True, 3)]


def test_relaxed_problems_and_their_averages() -> None:
    totals = [0, 0, 0, 0]
    for state, moves in distances().items():
        pairs = away(state)
        found = sum(map(any, pairs)), sum(map(max, pairs)), sum(map(sum, pairs)), moves
        assert found[0] <= found[1] <= found[2] <= found[3]
        totals = [total + each for total, each in zip(totals, found, strict=True)]
    averages = [f"{total / len(distances()):.1f}" for total in totals]
    low, middle, high, true = averages
    words = f"they are {low}, {middle} and {high}, and the distance is {true}"
    assert words in text_of("relaxed")


def test_cases_in_which_linear_conflict_is_worse() -> None:
    start = tiles("2 1 3/5 0 4/7 8 6")
    plain, better = count_by_f(start, manhattan, 14), count_by_f(start, linear_conflict, 14)
    words = "With Manhattan distance {} states have f below 14 and {} have f equal to it."
    assert words.format(*plain) in text_of("belief-accuracy")
    assert "With linear conflict it is {} and {}".format(*better) in text_of("belief-accuracy")
    last = 75 - plain[0], plain[1], 103 - better[0], better[1]
    assert "only {} of the {}, and {} of the {}".format(*last) in text_of("belief-accuracy")


def test_states_that_a_star_must_expand() -> None:
    start = tiles("6 7 5/2 4 3/1 0 8")
    below, _ = count_by_f(start, manhattan, 17)
    assert f"Of all states, {below} have f below" in text_of("belief-fewest")
    # A* with the best tie-breaking expands these and a path of 17 moves except its goal.
    ahead = distances(start, 17)
    states = [state for state, g in ahead.items() if g + manhattan(state) < 17]
    off = [each for each in states if ahead[each] + distances()[each] > 17]
    assert f"would expand {17 + len(off)} states" in text_of("belief-fewest")
    needed = read_file(bundled()["belief-fewest"]).steps[1].figures["ida-star.expanded"]
    assert f"IDA* needed {needed}." in text_of("belief-fewest")
    hardest = tiles("6 4 7/8 5 0/3 2 1")
    below, _ = count_by_f(hardest, manhattan, 31)
    assert f"{below:,} states have f below 31" in text_of("belief-fewest")
    far = sum(g > 15 for state, g in distances(hardest, 31).items() if g + manhattan(state) < 31)
    assert 0.45 < far / below < 0.5, "nearly half of those are beyond the middle"


def beam(start: State, width: int) -> tuple[int | None, int]:
    """Return the moves and expanded states of a simple beam search by Manhattan distance."""
    visited, layer, moves, expanded = {start}, [(start, "")], 0, 0
    while layer:
        coming = []
        moves += 1
        for state, last in layer:
            expanded += 1
            for move, after in successors(state, last=last):
                if after == SOLVED:
                    return moves, expanded
                if after not in visited:
                    visited.add(after)
                    coming.append((after, move))
        layer = sorted(coming, key=lambda each: manhattan(each[0]))[:width]
    return None, expanded


def test_beam_searches() -> None:
    start = tiles("6 4 7/8 5 0/3 2 1")
    assert beam(start, 1)[0] is None
    words = "- {} moves with B = 2, after {} expansions, - {} moves with B = 10, after {},"
    assert words.format(*beam(start, 2), *beam(start, 10)) in text_of("anytime-beam")
    moves, expanded = beam(start, 100)
    assert f"{moves} moves with B = 100, after {expanded:,}." in text_of("anytime-beam")


def test_the_walk_fails_on_more_than_half_of_all_boards() -> None:
    boards = random.Random(1).sample([*distances()], 1000)
    failed = sum(not walked(board) for board in boards)
    # The true share is 57 %. A sample of this size is practically never below one half.
    assert failed > 0.53 * len(boards)


def walked(state: State) -> bool:
    visited = {state}
    while state != SOLVED:
        nearest = [each for _, each in successors(state) if each not in visited]
        if not nearest:
            return False
        state = min(nearest, key=manhattan)
        visited.add(state)
    return True
