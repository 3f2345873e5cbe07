"""Beam search, layer by layer: the best states of each layer by h, the others forgotten.

A state that was met before is dropped. A bounded table of hashes remembers which: where it is full,
the newest takes the place of an older one, so that nothing but a little work is lost. Candidates
for the next layer are kept as parent and move; only those that are chosen become states.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import Distance, Estimate, Tiles, distance_change
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.slide import (
    Parts,
    conflict_change,
    patterns_after,
    prepare_patterns,
    prepare_walking,
    walking_after,
)
from puzzler.search.kernels.space import Int, Space

# what `expand` came to
RUNNING, SOLVED, DRY, STUCK, FULL = range(5)

# counters
(
    EXPANDED,
    GENERATED,
    DUPLICATES,
    PEAK_FRONTIER,
    STORED,
    BEST_H,
    LAYER,
    HALF,
    FIRST,
    SIZE,
    NEXT,
    CANDIDATES,
    LAST_BEST,
    LAST_BEST_LAYER,
    COUNTERS,
) = range(15)

# columns of facts
BLANK, MOVE, CARRIED, HASH, FACTS = range(5)

# columns of candidates
STEP, C_CARRIED, C_HASH, C_H, CANDIDATE_FIELDS = range(5)

NO_MOVE = 4
PROBES = 8
NONE_YET = 1 << 30


class Layers(NamedTuple):
    """The layer that is expanded, the candidates for the next, and the way to each."""

    tiles: NDArray[np.uint8]
    """(2, width, cells): the states of two layers, taking turns."""
    facts: NDArray[np.int64]
    """(2, width, FACTS): the blank's cell, the last move, the carried part of h, the hash."""
    candidates: NDArray[np.int64]
    """(3 * width + 1, CANDIDATE_FIELDS): 4 * parent + move, and what is known of the successor."""
    trace: NDArray[np.int32]
    """(capacity,): 4 * parent + move of every state of every layer, in order."""
    seen: NDArray[np.int32]
    """(a power of two,): parts of the hashes of states that were met; 0 where empty."""
    marks: NDArray[np.int64]
    """(tiles, cells): what a tile on a cell adds to the hash."""
    counts: NDArray[np.int64]
    """(largest h + 1,): candidates by h."""
    goal: Tiles
    """(cells,)"""


@kernel
def is_new(seen: NDArray[np.int32], hashed: Int) -> bool:
    """True where ``hashed`` is not in the table yet; it is from now on."""
    mask = len(seen) - 1
    slot = hashed & mask
    kept = ((hashed >> 31) & 0x7FFFFFFF) | 1
    for probe in range(PROBES):
        entry = int(seen[slot ^ probe])
        if entry == kept:
            return False
        if entry == 0:
            seen[slot ^ probe] = kept
            return True
    seen[slot ^ ((hashed >> 28) & (PROBES - 1))] = kept
    return True


@kernel
def is_goal(goal: Tiles, tiles: Tiles, tile: Int, cell: Int) -> bool:
    """True where ``tiles`` would be the goal with ``tile`` slid onto the blank's ``cell``."""
    if goal[cell] != tile:
        return False
    for other in range(len(goal)):
        if goal[other] != tiles[other] and goal[other] != 0 and other != cell:
            return False
    return True


@kernel
def choose(space: Space, layers: Layers, counters: NDArray[np.int64]) -> None:
    """Make the best candidates the next layer; of equal ones at the edge, evenly spread ones."""
    candidates = layers.candidates
    counts = layers.counts
    boards = layers.tiles
    facts = layers.facts
    width = boards.shape[1]
    cells = boards.shape[2]
    count = counters[CANDIDATES]
    edge = 0
    room = width
    while edge < len(counts) - 1 and counts[edge] <= room:
        room -= counts[edge]
        edge += 1
    among = max(counts[edge], 1)
    room = min(room, among)
    best = 0
    while best < edge and counts[best] == 0:
        best += 1

    here = counters[HALF]
    there = 1 - here
    first = counters[FIRST]
    stored = counters[STORED]
    chosen = 0
    spread = 0
    for place in range(count):
        h = candidates[place, C_H]
        if h > edge:
            continue
        if h == edge:
            spread += room
            if spread < among:
                continue
            spread -= among
        parent = candidates[place, STEP] >> 2
        move = candidates[place, STEP] & 3
        blank = facts[here, parent, BLANK]
        target = space.targets[blank, move]
        for cell in range(cells):
            boards[there, chosen, cell] = boards[here, parent, cell]
        boards[there, chosen, blank] = boards[here, parent, target]
        boards[there, chosen, target] = 0
        facts[there, chosen, BLANK] = target
        facts[there, chosen, MOVE] = move
        facts[there, chosen, CARRIED] = candidates[place, C_CARRIED]
        facts[there, chosen, HASH] = candidates[place, C_HASH]
        layers.trace[stored + chosen] = ((first + parent) << 2) | move
        chosen += 1
    counts[:] = 0
    counters[HALF] = there
    counters[FIRST] = stored
    counters[STORED] = stored + chosen
    counters[SIZE] = chosen
    counters[NEXT] = 0
    counters[CANDIDATES] = 0
    counters[LAYER] += 1
    if best < counters[LAST_BEST]:
        counters[LAST_BEST] = best
        counters[LAST_BEST_LAYER] = counters[LAYER]


@kernel
def expand(
    space: Space,
    layers: Layers,
    distance: Distance,
    rest: Estimate,
    parts: Parts,
    counters: NDArray[np.int64],
    budget: int,
    patience: int,
) -> int:
    """Expand at most ``budget`` states.

    Returns RUNNING, SOLVED (the goal is the last in the trace), DRY (no state is new), STUCK (no
    better h for ``patience`` layers) or FULL (no room in the trace).
    """
    tiles = parts.tiles
    boards = layers.tiles
    facts = layers.facts
    candidates = layers.candidates
    marks = layers.marks
    targets = space.targets
    # taken apart once: numba counts references whenever an array leaves its tuple
    lines = rest.lines
    walking = rest.walking
    patterns = rest.patterns
    width = boards.shape[1]
    half = counters[HALF]
    place = counters[NEXT]
    count = counters[CANDIDATES]
    best_h = counters[BEST_H]
    generated = 0
    duplicates = 0
    expanded = 0
    status = RUNNING
    while expanded < budget:
        if place == counters[SIZE]:
            counters[CANDIDATES] = count
            if count == 0:
                status = DRY
                break
            if counters[LAYER] - counters[LAST_BEST_LAYER] >= patience:
                status = STUCK
                break
            if counters[STORED] + width >= len(layers.trace):
                status = FULL
                break
            choose(space, layers, counters)
            half = counters[HALF]
            place = 0
            count = 0

        for cell in range(len(tiles)):
            tiles[cell] = boards[half, place, cell]
        if walking.is_used:
            prepare_walking(walking, parts)
        if patterns.is_used:
            prepare_patterns(patterns, parts)
        blank = facts[half, place, BLANK]
        way_back = facts[half, place, MOVE] ^ 1
        for move in range(4):
            target = targets[blank, move]
            if target < 0 or move == way_back:
                continue
            generated += 1
            tile = tiles[target]
            if is_goal(layers.goal, tiles, tile, blank):
                layers.trace[counters[STORED]] = ((counters[FIRST] + place) << 2) | move
                counters[STORED] += 1
                best_h = 0
                status = SOLVED
                break
            hashed = facts[half, place, HASH] ^ marks[tile, target] ^ marks[tile, blank]
            if not is_new(layers.seen, hashed):
                duplicates += 1
                continue
            carried = facts[half, place, CARRIED] + distance_change(distance, tile, target, blank)
            if lines.is_used:
                carried += conflict_change(lines, tiles, tile, target, blank)
            h = carried
            if walking.is_used:
                h = max(h, walking_after(walking, parts, tile, target, blank))
            if patterns.is_used:
                h = max(h, patterns_after(patterns, parts, tile, target, blank))
            candidates[count, STEP] = (place << 2) | move
            candidates[count, C_CARRIED] = carried
            candidates[count, C_HASH] = hashed
            candidates[count, C_H] = h
            layers.counts[h] += 1
            count += 1
            if h < best_h:
                best_h = h
        expanded += 1
        place += 1
        frontier = counters[SIZE] - place + count
        if frontier > counters[PEAK_FRONTIER]:
            counters[PEAK_FRONTIER] = frontier
        if status == SOLVED:
            break
    counters[NEXT] = place
    counters[CANDIDATES] = count
    counters[BEST_H] = best_h
    counters[EXPANDED] += expanded
    counters[GENERATED] += generated
    counters[DUPLICATES] += duplicates
    return status
