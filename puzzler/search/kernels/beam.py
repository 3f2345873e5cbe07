"""Beam search, layer by layer: the best states of each layer by rank are kept.

Candidates for the next layer are stored as parent and move; only chosen ones become states. A table
of hashes prevents choosing a state that was in an earlier layer. If the table is full, new entries
replace older ones, and some states may be expanded again.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import custom_value, distance_change, ranked_excess
from puzzler.search.kernels.heuristic_data import Estimate, Ranking
from puzzler.search.kernels.intrinsics import prefetch
from puzzler.search.kernels.jit import kernel
from puzzler.search.kernels.slide import (
    Parts,
    contacts_change,
    first_line,
    is_goal,
    line_change,
    pairs_change,
    patterns_after,
    prepare_patterns,
    prepare_walking,
    walking_after,
)
from puzzler.search.kernels.space import Int, Space

# results of `expand`
RUNNING, SOLVED, DRY, STUCK, FULL = range(5)

# counters
EXPANDED, GENERATED, DUPLICATES, PEAK_FRONTIER, STORED, BEST_H, LAYER, HALF, FIRST = range(9)
SIZE, NEXT, CANDIDATES, LOWEST, LAST_BEST, LAST_BEST_LAYER, BEST_NODE, COUNTERS = range(9, 17)

# columns of facts
BLANK, MOVE, CARRIED, SHAPE, FACTS = range(5)

# columns of candidates
STEP, C_CARRIED, C_SHAPE, C_BUCKET, CANDIDATE_FIELDS = range(5)

NO_MOVE = 4
PROBES = 8
AHEAD = 16
"""A hash is prefetched this number of candidates before it is looked up."""


class Layers(NamedTuple):
    """The current layer, the candidates for the next layer, and the paths to both."""

    boards: NDArray[np.uint8]
    """(4 * width, cells + lines, padded): the states of two layers that alternate, with two rows
    per state. The first row contains the tile on each cell and the number of misplaced tiles in
    each row. The second contains the code of each tile (see ``Pairs``) and the number of misplaced
    tiles in each column. Lines are numbered as in ``Ranking``."""
    words: NDArray[np.int64]
    """(2 * width, words): the same memory as ``boards``, to copy eight bytes at a time."""
    facts: NDArray[np.int32]
    """(2, width, FACTS): blank's cell, last move, and the incrementally updated parts of h and
    rank."""
    hashes: NDArray[np.int64]
    """(2, width): the hash of each state."""
    candidates: NDArray[np.int32]
    """(3 * width + 1, CANDIDATE_FIELDS): 4 * parent + move, and parts of h and rank."""
    candidate_hashes: NDArray[np.int64]
    """(3 * width + 1,): the hash of each candidate."""
    picks: NDArray[np.int32]
    """(3 * width + 1,): the candidates to look up while a layer is chosen."""
    trace: NDArray[np.int32]
    """(capacity,): 4 * parent + move of each state of all layers, in order."""
    visited: NDArray[np.int32]
    """(a power of two,): parts of the hashes of visited states; 0 if empty."""
    counts: NDArray[np.int32]
    """(buckets,): number of candidates of each rank. The bucket at a quarter is the best rank of
    the previous layer; ranks outside all buckets are counted in the first or the last."""


@kernel
def is_new(visited: NDArray[np.int32], hashed: Int) -> bool:
    """Add ``hashed`` to the table; return whether it was not in it."""
    mask = len(visited) - 1
    slot = hashed & mask
    tag = ((hashed >> 31) & 0x7FFFFFFF) | 1
    for probe in range(PROBES):
        entry = int(visited[slot ^ probe])
        if entry == tag:
            return False
        if entry == 0:
            visited[slot ^ probe] = tag
            return True
    visited[slot ^ ((hashed >> 28) & (PROBES - 1))] = tag
    return True


@kernel
def choose(space: Space, layers: Layers, ranking: Ranking, counters: NDArray[np.int64]) -> None:
    """Choose the best new candidates as the next layer, with an even selection of equal ones.

    Duplicates are only detected when a candidate is looked up. If room is left after the best
    buckets, the next ones are used.
    """
    candidates = layers.candidates
    hashes = layers.candidate_hashes
    counts = layers.counts
    boards = layers.boards
    words = layers.words
    picks = layers.picks
    facts = layers.facts
    state_hashes = layers.hashes
    trace = layers.trace
    visited = layers.visited
    targets = space.targets
    goal = ranking.goal
    lines = ranking.lines
    has_pairs = ranking.pairs.is_used
    codes = ranking.pairs.codes
    cells = len(goal)
    width = facts.shape[1]
    mask = len(visited) - 1
    last = len(counts) - 1
    count = counters[CANDIDATES]
    here = counters[HALF]
    there = 1 - here
    first = counters[FIRST]
    stored = counters[STORED]
    lowest = 1 << 30
    best = 0
    chosen = 0
    duplicates = 0
    edge = -1
    # until the layer is full: take as many of the next best buckets as fit, at least one
    #     for each candidate in them (of a bucket that does not fit, every n-th)
    #         if its state was in an earlier layer, discard it as a duplicate
    #         copy the parent's state, make the move and add it to the trace
    #         if its rank is the best so far, record it
    while chosen < width and edge < last:
        done = edge
        room = width - chosen
        while edge < last and (edge == done or counts[edge + 1] <= room):
            edge += 1
            room -= counts[edge]
        # if even the first bucket does not fit, take only a part of it
        among = counts[edge]
        quota = among + min(room, 0)
        spread = 0
        picked = 0
        # without branches, because half of them would be mispredicted
        for place in range(count):
            bucket = candidates[place, C_BUCKET]
            spread += int(bucket == edge) * quota
            is_picked = int(bucket < edge) | int(spread >= among)
            spread -= int(spread >= among) * among
            picks[picked] = place
            picked += int(done < bucket <= edge) * is_picked
        for pick in range(picked):
            if pick + AHEAD < picked:
                prefetch(visited, hashes[picks[pick + AHEAD]] & mask)
            place = picks[pick]
            bucket = candidates[place, C_BUCKET]
            hashed = hashes[place]
            if not is_new(visited, hashed):
                duplicates += 1
                continue
            parent = candidates[place, STEP] >> 2
            move = candidates[place, STEP] & 3
            blank = np.int64(facts[here, parent, BLANK])
            target = targets[blank, move]
            state = there * width + chosen
            for word in range(words.shape[1]):
                words[state, word] = words[here * width + parent, word]
            row = 2 * state
            tile = np.int64(boards[row, target])
            boards[row, blank] = tile
            boards[row, target] = 0
            if has_pairs:
                boards[row + 1, tile] = codes[tile, blank]
            for axis in range(2 * int(ranking.line_penalty > 0)):
                boards[row + axis, cells + lines[axis, target]] -= int(goal[target] != tile)
                boards[row + axis, cells + lines[axis, blank]] += int(goal[blank] != tile)
            facts[there, chosen, BLANK] = target
            facts[there, chosen, MOVE] = move
            facts[there, chosen, CARRIED] = candidates[place, C_CARRIED]
            facts[there, chosen, SHAPE] = candidates[place, C_SHAPE]
            state_hashes[there, chosen] = hashed
            trace[stored + chosen] = ((first + parent) << 2) | move
            if bucket < lowest:
                lowest = bucket
                best = stored + chosen
            chosen += 1
    counts[:] = 0
    counters[HALF] = there
    counters[FIRST] = stored
    counters[STORED] = stored + chosen
    counters[SIZE] = chosen
    counters[NEXT] = 0
    counters[CANDIDATES] = 0
    counters[LAYER] += 1
    counters[DUPLICATES] += duplicates
    if chosen > 0:
        counters[LOWEST] += lowest - len(counts) // 4
        if counters[LOWEST] < counters[LAST_BEST]:
            counters[LAST_BEST] = counters[LOWEST]
            counters[LAST_BEST_LAYER] = counters[LAYER]
            counters[BEST_NODE] = best


@kernel
def expand(
    space: Space,
    layers: Layers,
    ranking: Ranking,
    rest: Estimate,
    parts: Parts,
    turns: NDArray[np.int64],
    counters: NDArray[np.int64],
    budget: int,
    patience: int,
    max_length: int,
) -> int:
    """Expand at most ``budget`` states; prune those with g + h > ``max_length``.

    turns: (cells, 5) by the blank's cell and the last move: the legal moves except its inverse, in
    the order of generation, two bits each, the first one lowest, with a 1 above the last one.

    Returns RUNNING, SOLVED (the goal is the last in the trace), DRY (no state is new), STUCK (no
    better rank for ``patience`` layers) or FULL (no room in the trace).
    """
    # local names, because numba counts references whenever an array is read from a tuple
    boards = layers.boards
    facts = layers.facts
    hashes = layers.hashes
    candidates = layers.candidates
    candidate_hashes = layers.candidate_hashes
    counts = layers.counts
    targets = space.targets
    zobrist = ranking.zobrist
    distance = ranking.distance
    shape = ranking.shape
    scale = ranking.scale
    has_pairs = ranking.pairs.is_used
    partners = ranking.pairs.partners
    pair_tables = ranking.pairs.pair_tables
    contacts = ranking.pairs.contacts
    contact_tables = ranking.pairs.contact_tables
    terms = ranking.pairs.terms
    codes = ranking.pairs.codes
    goal_hash = ranking.goal_hash
    goal = ranking.goal
    lines = ranking.lines
    line_penalty = ranking.line_penalty
    tiles = parts.tiles
    walking = rest.walking
    patterns = rest.patterns
    has_lines = rest.lines.is_used
    has_walking = rest.walking.is_used
    has_patterns = rest.patterns.is_used
    ranked = rest.ranked
    has_ranked = ranked.is_used
    custom = rest.custom
    has_custom = custom.is_used
    has_rest = has_lines or has_walking or has_patterns or has_ranked or has_custom
    goal_rows = rest.lines.goal_rows
    goal_columns = rest.lines.goal_columns
    columns = rest.lines.columns
    cells = len(tiles)
    width = facts.shape[1]
    half = counters[HALF]
    place = counters[NEXT]
    size = counters[SIZE]
    count = counters[CANDIDATES]
    best_h = counters[BEST_H]
    base = counters[LOWEST] - len(counts) // 4
    moves_left = max_length - counters[LAYER] - 1
    first_row = first_column = 0
    generated = 0
    expanded = 0
    status = RUNNING
    # repeat: if the layer is finished, choose the next one from the candidates
    #     expand the next state of the layer: for each move except the inverse of the last
    #         if the child is the goal, it is solved
    #         evaluate it: update the sums (of pairs with the moved tile; of line penalties, if a
    #             first line may have changed), and compute walking distances and patterns
    #         if it is too far from the goal, prune it
    #         otherwise add it to the candidates, in the bucket of its rank
    while expanded < budget and status == RUNNING:
        if place == size:
            counters[CANDIDATES] = count
            if counters[LAYER] - counters[LAST_BEST_LAYER] >= patience:
                status = STUCK
                break
            if counters[STORED] + width >= len(layers.trace):
                status = FULL
                break
            choose(space, layers, ranking, counters)
            half = counters[HALF]
            size = counters[SIZE]
            base = counters[LOWEST] - len(counts) // 4
            moves_left = max_length - counters[LAYER] - 1
            place = 0
            count = 0
            if size == 0:
                status = DRY
                break

        row = 2 * (half * width + place)
        if has_rest:
            for cell in range(cells):
                tiles[cell] = boards[row, cell]
        if has_walking:
            prepare_walking(walking, parts)
        if has_patterns:
            prepare_patterns(patterns, parts)
        blank = np.int64(facts[half, place, BLANK])
        left = turns[blank, facts[half, place, MOVE]]
        parent_hash = hashes[half, place]
        parent_carried = np.int64(facts[half, place, CARRIED])
        parent_shape = np.int64(facts[half, place, SHAPE])
        if line_penalty > 0:
            first_row = first_line(boards, row, cells)
            first_column = first_line(boards, row + 1, cells)
        while left > 1:
            move = left & 3
            left >>= 2
            target = targets[blank, move]
            generated += 1
            tile = np.int64(boards[row, target])
            hashed = parent_hash ^ zobrist[tile, target] ^ zobrist[tile, blank]
            if hashed == goal_hash and is_goal(ranking.goal, boards, row, tile, blank):
                layers.trace[counters[STORED]] = ((counters[FIRST] + place) << 2) | move
                counters[STORED] += 1
                best_h = 0
                status = SOLVED
                break
            carried = parent_carried + distance_change(distance, tile, target, blank)
            shaped = parent_shape + distance_change(shape, tile, target, blank)
            if has_pairs:
                before, after = codes[tile, target], codes[tile, blank]
                shaped += pairs_change(
                    partners, pair_tables, terms, boards, row + 1, tile, before, after
                )
                shaped += contacts_change(
                    contacts, contact_tables, terms, boards, row, target, blank, before, after
                )
            if line_penalty > 0:
                was, will = int(goal[target] != tile), int(goal[blank] != tile)
                is_first = lines[0, target] == first_row or lines[1, target] == first_column
                is_before = lines[0, blank] < first_row or lines[1, blank] < first_column
                if (was and is_first) or (will and is_before):
                    for axis in range(2):
                        boards[row + axis, cells + lines[axis, target]] -= was
                        boards[row + axis, cells + lines[axis, blank]] += will
                    first_after = first_line(boards, row, cells)
                    shaped += line_penalty * (first_row - first_after)
                    first_after = first_line(boards, row + 1, cells)
                    shaped += line_penalty * (first_column - first_after)
                    for axis in range(2):
                        boards[row + axis, cells + lines[axis, target]] += was
                        boards[row + axis, cells + lines[axis, blank]] -= will
            if has_lines:
                carried += line_change(goal_rows, goal_columns, columns, tiles, tile, target, blank)
            h: Int = carried
            if has_walking:
                h = max(h, walking_after(walking, parts, tile, target, blank))
            if has_patterns:
                h = max(h, carried + 2 * patterns_after(patterns, parts, tile, target, blank))
            if has_ranked or has_custom:
                tiles[blank], tiles[target] = tile, 0
                if has_ranked:
                    h = max(h, carried + 2 * ranked_excess(ranked, tiles))
                else:
                    h = max(h, custom_value(custom, tiles))
                tiles[blank], tiles[target] = 0, tile
            if h > moves_left:
                continue
            rank = scale * h + shaped
            bucket = min(max(rank - base, 0), len(counts) - 1)
            candidates[count, STEP] = (place << 2) | move
            candidates[count, C_CARRIED] = carried
            candidates[count, C_SHAPE] = shaped
            candidates[count, C_BUCKET] = bucket
            candidate_hashes[count] = hashed
            counts[bucket] += 1
            count += 1
            if h < best_h:
                best_h = h
        expanded += 1
        place += 1
        frontier = size - place + count
        if frontier > counters[PEAK_FRONTIER]:
            counters[PEAK_FRONTIER] = frontier
    counters[NEXT] = place
    counters[CANDIDATES] = count
    counters[BEST_H] = best_h
    counters[EXPANDED] += expanded
    counters[GENERATED] += generated
    return status
