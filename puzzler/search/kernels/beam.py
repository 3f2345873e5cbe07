"""Beam search, layer by layer: the best states of each layer by rank, the others forgotten.

The candidates for the next layer are kept as parent and move; only those that are chosen become
states. A state that was in a layer before is not chosen again: a bounded table of hashes remembers
which; where it is full, the newest takes the place of an older one, so that nothing but a little
work is lost.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzler.search.kernels.estimate import (
    Distance,
    Estimate,
    Pairs,
    Tiles,
    custom_value,
    distance_change,
    ranked_excess,
)
from puzzler.search.kernels.jit import kernel, prefetch
from puzzler.search.kernels.slide import (
    Parts,
    contacts_change,
    line_change,
    pairs_change,
    patterns_after,
    prepare_patterns,
    prepare_walking,
    walking_after,
)
from puzzler.search.kernels.space import Int, Space

# what `expand` came to
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
"""How many candidates early a row of the table of hashes is asked for."""


class Layers(NamedTuple):
    """The layer that is expanded, the candidates for the next, and the path to each."""

    boards: NDArray[np.uint8]
    """(4 * width, cells, lines and some room): the states of two layers, taking turns, two rows a
    state: the tile on every cell, and how many are out of place in every row; then the code of
    every tile (see ``Pairs``), and how many are out of place in every column. Lines as in
    ``Ranking``."""
    words: NDArray[np.int64]
    """(2 * width, words): the same bytes, eight at once."""
    facts: NDArray[np.int32]
    """(2, width, FACTS): the blank's cell, the last move, the carried parts of h and of rank."""
    hashes: NDArray[np.int64]
    """(2, width)"""
    candidates: NDArray[np.int32]
    """(3 * width + 1, CANDIDATE_FIELDS): 4 * parent + move, and what is known of the successor."""
    candidate_hashes: NDArray[np.int64]
    """(3 * width + 1,)"""
    picks: NDArray[np.int32]
    """(3 * width + 1,): the candidates that are looked up, while a layer is chosen."""
    trace: NDArray[np.int32]
    """(capacity,): 4 * parent + move of every state of every layer, in order."""
    seen: NDArray[np.int32]
    """(a power of two,): parts of the hashes of states that were met; 0 where empty."""
    counts: NDArray[np.int32]
    """(buckets,): candidates by rank. The best rank of the layer before is that of the bucket a
    quarter up; what is outside is as good as in the first or the last."""


class Ranking(NamedTuple):
    """What states are told apart and ranked by."""

    marks: NDArray[np.int64]
    """(tiles, cells): what a tile on a cell adds to the hash."""
    distance: Distance
    """(tiles, cells): what it adds to h."""
    shape: Distance
    """(tiles, cells): what it adds to the rank beside h."""
    scale: int
    """What one move of h counts in the rank."""
    pairs: Pairs
    """What pairs and contacts add to the rank; unused where nothing was learned."""
    goal: Tiles
    """(cells,)"""
    goal_hash: int
    lines: NDArray[np.int64]
    """(2, cells): the row and the column of a cell, counted from the sides far from the blank's
    place."""
    line_worth: int
    """What each row and each column adds to the rank, from the first with a tile out of place on.
    With 0, tiles out of place are not counted."""


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
def is_goal(goal: Tiles, boards: NDArray[np.uint8], row: Int, tile: Int, cell: Int) -> bool:
    """True where a row would be the goal with ``tile`` slid onto the blank's ``cell``."""
    if goal[cell] != tile:
        return False
    for other in range(len(goal)):
        if goal[other] != boards[row, other] and goal[other] != 0 and other != cell:
            return False
    return True


@kernel
def first_line(boards: NDArray[np.uint8], row: Int, cells: Int) -> int:
    """The first line with a tile out of place: a row or a column, by which ``row`` is read."""
    line = 0
    while cells + line < boards.shape[1] and boards[row, cells + line] == 0:
        line += 1
    return line


@kernel
def choose(space: Space, layers: Layers, ranking: Ranking, counters: NDArray[np.int64]) -> None:
    """Make the best candidates that are new the next layer; of equal ones evenly spread ones.

    Duplicates are known only when they are looked up, so that there is room left after the best
    have been taken: then the next best are.
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
    seen = layers.seen
    targets = space.targets
    goal = ranking.goal
    lines = ranking.lines
    has_pairs = ranking.pairs.is_used
    codes = ranking.pairs.codes
    cells = len(goal)
    width = facts.shape[1]
    mask = len(seen) - 1
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
    # repeat until the layer is full: take as many of the next best buckets as fit, at least one
    #     for each candidate in them (of a bucket that does not fit, every n-th)
    #         its state was in a layer before: drop it, a duplicate
    #         make its state, from its parent's, and note the move in the trace
    #         it is the best so far: remember it
    while chosen < width and edge < last:
        done = edge
        room = width - chosen
        while edge < last and (edge == done or counts[edge + 1] <= room):
            edge += 1
            room -= counts[edge]
        # where the first bucket is too large already, only a part of it is taken
        among = counts[edge]
        wanted = among + min(room, 0)
        spread = 0
        picked = 0
        # without branches, which would be guessed wrong half of the time
        for place in range(count):
            bucket = candidates[place, C_BUCKET]
            spread += int(bucket == edge) * wanted
            is_wanted = int(bucket < edge) | int(spread >= among)
            spread -= int(spread >= among) * among
            picks[picked] = place
            picked += int(done < bucket <= edge) * is_wanted
        for pick in range(picked):
            if pick + AHEAD < picked:
                prefetch(seen, hashes[picks[pick + AHEAD]] & mask)
            place = picks[pick]
            bucket = candidates[place, C_BUCKET]
            hashed = hashes[place]
            if not is_new(seen, hashed):
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
            for axis in range(2 * int(ranking.line_worth > 0)):
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
    most: int,
) -> int:
    """Expand at most ``budget`` states; drop those that by h take more than ``most`` moves in all.

    Successors are made in the order of ``turns``, which tells between equally good ones of several
    states: (cells, 5), by the blank's cell and the last move, the moves that do not undo it, two
    bits each, the first lowest, and a 1 above the last.

    Returns RUNNING, SOLVED (the goal is the last in the trace), DRY (no state is new), STUCK (no
    better rank for ``patience`` layers) or FULL (no room in the trace).
    """
    # taken apart once: numba counts references whenever an array leaves its tuple
    boards = layers.boards
    facts = layers.facts
    hashes = layers.hashes
    candidates = layers.candidates
    candidate_hashes = layers.candidate_hashes
    counts = layers.counts
    targets = space.targets
    marks = ranking.marks
    distance = ranking.distance
    shape = ranking.shape
    scale = ranking.scale
    has_pairs = ranking.pairs.is_used
    partners = ranking.pairs.partners
    pair_tables = ranking.pairs.pair_tables
    contacts = ranking.pairs.contacts
    contact_tables = ranking.pairs.contact_tables
    worth = ranking.pairs.worth
    codes = ranking.pairs.codes
    goal_hash = ranking.goal_hash
    goal = ranking.goal
    lines = ranking.lines
    line_worth = ranking.line_worth
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
    most_left = most - counters[LAYER] - 1
    first_row = first_column = 0
    generated = 0
    expanded = 0
    status = RUNNING
    # repeat: the layer is done: choose the next one among the candidates
    #     take the next state of the layer and expand it: for each move but the one that undoes
    #         the child is the goal: solved
    #         weigh it: what changes in the carried sums (of pairs, those of the tile that slides;
    #             of lines, where a first one may be another), walking distances and patterns anew
    #         it is too far from the goal: drop it
    #         note it as a candidate, in the bucket of its rank
    while expanded < budget:
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
            most_left = most - counters[LAYER] - 1
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
        whole_hash = hashes[half, place]
        whole_carried = np.int64(facts[half, place, CARRIED])
        whole_shape = np.int64(facts[half, place, SHAPE])
        if line_worth > 0:
            first_row = first_line(boards, row, cells)
            first_column = first_line(boards, row + 1, cells)
        while left > 1:
            move = left & 3
            left >>= 2
            target = targets[blank, move]
            generated += 1
            tile = np.int64(boards[row, target])
            hashed = whole_hash ^ marks[tile, target] ^ marks[tile, blank]
            if hashed == goal_hash and is_goal(ranking.goal, boards, row, tile, blank):
                layers.trace[counters[STORED]] = ((counters[FIRST] + place) << 2) | move
                counters[STORED] += 1
                best_h = 0
                status = SOLVED
                break
            carried = whole_carried + distance_change(distance, tile, target, blank)
            shaped = whole_shape + distance_change(shape, tile, target, blank)
            if has_pairs:
                before, after = codes[tile, target], codes[tile, blank]
                shaped += pairs_change(
                    partners, pair_tables, worth, boards, row + 1, tile, before, after
                )
                shaped += contacts_change(
                    contacts, contact_tables, worth, boards, row, target, blank, before, after
                )
            if line_worth > 0:
                was, will = int(goal[target] != tile), int(goal[blank] != tile)
                is_first = lines[0, target] == first_row or lines[1, target] == first_column
                is_before = lines[0, blank] < first_row or lines[1, blank] < first_column
                if (was and is_first) or (will and is_before):
                    for axis in range(2):
                        boards[row + axis, cells + lines[axis, target]] -= was
                        boards[row + axis, cells + lines[axis, blank]] += will
                    first_after = first_line(boards, row, cells)
                    shaped += line_worth * (first_row - first_after)
                    first_after = first_line(boards, row + 1, cells)
                    shaped += line_worth * (first_column - first_after)
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
            if h > most_left:
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
        if status == SOLVED:
            break
    counters[NEXT] = place
    counters[CANDIDATES] = count
    counters[BEST_H] = best_h
    counters[EXPANDED] += expanded
    counters[GENERATED] += generated
    return status
