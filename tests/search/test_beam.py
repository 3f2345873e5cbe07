"""Beam search and the constructive method find a solution for any shape, goal and memory."""

from __future__ import annotations

import numpy as np
import pytest

from puzzler.board import Board, Move, shuffle
from puzzler.board.scenario import Problem
from puzzler.search.algorithms import beam
from puzzler.search.engine import beam_pass
from puzzler.search.engine.beam_pass import BeamPass, ranking_for, rows_of, shape_function, tiles_of
from puzzler.search.engine.constructive import construct
from puzzler.search.engine.shortening import Shortening, without_cycles
from puzzler.search.engine.stepping import Status
from puzzler.search.heuristics import learned
from puzzler.search.heuristics.heuristic import NO_LINES
from puzzler.search.kernels import beam as kernel
from puzzler.search.kernels import slide
from puzzler.search.kernels.estimate import distance_change, summed_distance
from puzzler.search.method import Method
from puzzler.search.registry import HEURISTICS
from puzzler.search.solve import minimum_moves, solve
from puzzler.search.starting import start
from tests.instances import instances
from tests.search.ended import finish


@pytest.mark.parametrize("rows", range(2, 11))
@pytest.mark.parametrize("columns", range(2, 11))
def test_the_constructive_method_solves_every_shape_and_goal(rows, columns):
    standard = Board.solved(rows, columns)
    for seed, goal in ((1, standard), (2, shuffle(rows, columns, None, 3).start)):
        board = shuffle(rows, columns, None, seed, goal).start
        assert board.apply_all(list(construct(board, goal))) == goal


@pytest.mark.parametrize("budget", [1, 61])
def test_results_do_not_depend_on_the_budget(budget, monkeypatch):
    monkeypatch.setattr(beam, "WORK", 4000)
    # With `zero` the beam is stuck, widens and gives up, and the constructive method continues.
    for size, seed, heuristic in ((4, 8, "manhattan"), (4, 8, "zero"), (5, 4, "linear-conflict")):
        problem = Problem(shuffle(size, size, None, seed).start, Board.solved(size, size))
        one, other = (start(problem, Method("beam", heuristic)) for _ in range(2))
        assert finish(one, budget) == finish(other)
        assert other.status is Status.SOLVED


def test_solutions_of_24_puzzles_are_close_to_the_shortest(monkeypatch):
    monkeypatch.setattr(beam, "WORK", 500_000)
    total = best = 0
    for board, length in instances("korf_felner_24puzzle_1_25.txt")[:5]:
        result = solve(board, algorithm="beam", heuristic="linear-conflict")
        assert result.length is not None and result.length >= length
        total, best = total + result.length, best + length
    assert total <= 1.2 * best


@pytest.mark.parametrize("heuristic", HEURISTICS)
@pytest.mark.parametrize("shape", [(3, 3), (4, 4), (2, 5)])
def test_incremental_estimates_equal_the_complete_estimate(heuristic, shape):
    goal = shuffle(*shape, 70, 2).start
    tables = HEURISTICS[heuristic].build(goal)
    ranking = ranking_for(goal, tables)
    for seed in range(60):
        board = shuffle(*shape, 80, seed, goal).start
        tiles = np.array(board.tiles, np.int64)
        parts = tables.make_parts()
        parts.tiles[:] = tiles
        lines = tables.lines or NO_LINES
        if tables.walking:
            slide.prepare_walking(tables.walking, parts)
        if tables.patterns:
            slide.prepare_patterns(tables.patterns, parts)
        rows = np.array([tiles, tiles], np.uint8)
        if tables.pairs:
            rows[1, tiles] = tables.pairs.codes[tiles, np.arange(len(tiles))]
        carried = slide.carried_sum(tables.distance, lines, tiles)
        for move in board.legal_moves():
            target = board.target(move)
            where = int(tiles[target]), target, board.blank
            after = np.array(board.apply(move).tiles, np.int64)
            h = carried + summed_distance(tables.distance, after)
            h -= summed_distance(tables.distance, tiles)
            if tables.lines:
                h += slide.conflict_change(lines, parts.tiles, *where)
            if tables.walking:
                h = max(h, slide.walking_after(tables.walking, parts, *where))
            if tables.patterns:
                h += 2 * slide.patterns_after(tables.patterns, parts, *where)
            if tables.pairs:
                shaped = shape_function(ranking)(tiles)
                shaped += distance_change(ranking.shape, *where)
                pairs = ranking.pairs
                tile, *cells = where
                codes = pairs.codes[tile, cells]
                neighbours = pairs.partners, pairs.pair_tables, pairs.terms
                shaped += slide.pairs_change(*neighbours, rows, 1, tile, *codes)
                contacts = pairs.contacts, pairs.contact_tables, pairs.terms
                shaped += slide.contacts_change(*contacts, rows, 0, *cells, *codes)
                assert shaped == shape_function(ranking)(after)
                h = max(h, (shaped - tables.pairs.goal_sum) // tables.pairs.unit)
            assert h == tables.evaluate(board.apply(move))


@pytest.mark.parametrize("corner", [(), (Move.UP,) * 9, (Move.LEFT,) * 9])
def test_incremental_values_of_a_beam_equal_those_of_its_states(corner):
    goal = Board.solved(10, 10).apply_all(corner)
    start = shuffle(10, 10, 120, 3, goal).start
    searched = BeamPass(start, goal, learned.build(goal), 30, 10**8, visited_bits=16)
    assert searched.ranking.line_penalty
    firsts = set()
    for _ in range(60):
        searched.advance(int(searched.counters[kernel.SIZE] - searched.counters[kernel.NEXT]))
        if searched.advance(1) and searched.counters[kernel.NEXT] == 1:
            layers, half = searched.layers, int(searched.counters[kernel.HALF])
            first_row = 2 * half * searched.width
            states = tiles_of(layers, half, 100)[: min(int(searched.counters[kernel.SIZE]), 8)]
            for place, tiles in enumerate(states.astype(np.int64)):
                rows = layers.boards[first_row + 2 * place : first_row + 2 * place + 2]
                assert (rows == rows_of(searched.ranking, tiles, layers)).all()
                assert layers.facts[half, place, kernel.SHAPE] == shape_function(searched.ranking)(
                    tiles
                )
                firsts.add(tuple((rows[:, 100:] > 0).argmax(axis=1)))
    assert len(firsts) > 1


def shorten(start, moves, pieces, patience=10**6, budget=10**9):
    shortening = Shortening(start, pieces, patience)
    shortening.moves = without_cycles(start, moves)
    while shortening.advance(budget):
        pass
    return shortening


@pytest.mark.parametrize("shape", [(2, 2), (2, 5), (5, 2), (3, 3), (4, 3), (6, 6), (10, 10)])
def test_shortening_gives_a_shorter_path(shape):
    goal = shuffle(*shape, 60, 2).start
    start = shuffle(*shape, None, 3, goal).start
    moves = list(construct(start, goal))
    shortening = shorten(start, moves, (16, 20))
    assert start.apply_all(shortening.moves) == goal
    # the constructive method is optimal on 2x2
    assert len(shortening.moves) < len(moves) or shape == (2, 2)
    assert shortening.expanded <= shortening.generated


@pytest.mark.parametrize("seed", range(5))
def test_a_piece_as_long_as_the_path_finds_a_shortest_path(seed):
    start, goal = shuffle(3, 3, None, seed).start, Board.solved(3, 3)
    moves = list(construct(start, goal))
    assert len(shorten(start, moves, (len(moves),)).moves) == minimum_moves(start)


@pytest.mark.parametrize("patience", [50, 10**6])
@pytest.mark.parametrize("budget", [1, 7, 1000])
def test_shortening_does_not_depend_on_the_budget(budget, patience):
    start, goal = shuffle(4, 4, None, 1).start, Board.solved(4, 4)
    moves = list(construct(start, goal))
    unsliced = shorten(start, moves, (12, 16), patience)
    sliced = shorten(start, moves, (12, 16), patience, budget)
    assert sliced.moves == unsliced.moves
    assert (sliced.expanded, sliced.generated) == (unsliced.expanded, unsliced.generated)


def test_a_beam_ends_before_its_trace_is_full():
    goal = Board.solved(4, 4)
    beam = BeamPass(shuffle(4, 4, seed=1).start, goal, learned.build(goal), 16, 10**7)
    beam.layers = beam.layers._replace(trace=beam.layers.trace[:200])
    while beam.advance(1000):
        pass
    assert beam.code == kernel.FULL
    assert 150 < beam.counters[kernel.STORED] < 200


def test_a_full_table_of_visited_states_forgets_one_for_each_new_one():
    visited = np.zeros(kernel.PROBES, np.int32)
    hashes = [number << 33 for number in range(1, kernel.PROBES + 2)]
    assert all(kernel.is_new(visited, hashed) for hashed in hashes)
    assert not kernel.is_new(visited, hashes[-1])
    assert sum(kernel.is_new(visited.copy(), hashed) for hashed in hashes) == 1


def test_a_duplicate_state_is_stored_once():
    start = shuffle(3, 4, None, 5).start
    moves = list(solve(start).moves)
    round_trip = [*moves[:6], *(move.inverse for move in reversed(moves[2:6])), *moves[2:]]
    assert without_cycles(start, round_trip) == moves
    assert without_cycles(start, [*moves, moves[-1].inverse, moves[-1]]) == moves
    assert without_cycles(start, [moves[0], moves[0].inverse]) == []


@pytest.mark.parametrize("side", [3, 4, 6, 10])
def test_the_memory_of_the_width_is_that_of_the_arrays(side):
    def size(width):
        _, *arrays = beam_pass.make_layers(width, side * side, 1, 1, 1)  # the first is a view
        return sum(array.nbytes for array in arrays)

    assert size(8) - size(7) == beam_pass.row_bytes(side * side)
