"""The bundled lessons: every figure is correct and every belief is refuted."""

from __future__ import annotations

import heapq
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzler.board.board import Board
from puzzler.game.lessons.asking import check, fill_question
from puzzler.game.lessons.figures import FIGURES
from puzzler.game.lessons.lesson import Lesson, LessonPanel
from puzzler.game.lessons.reading import bundled, read, read_bundled, read_file
from puzzler.search.heuristics.heuristic import Tables
from puzzler.search.inspection.atlas import build_atlas
from puzzler.search.method import Method
from puzzler.search.registry import HEURISTICS
from puzzler.search.solve import solve, trace
from puzzler.window.lessons.text import run_title

NAMES = sorted(bundled())
DOCS = Path(__file__).parents[3] / "docs" / "lessons.md"
LARGEST_IN_WORDS = 31
"""Numbers above this are claims. Tiles, boards and weights are smaller."""
UNCLAIMED = {
    "anytime-beam": "155 308 39 359 100 2,384",
    "recap": "100",
    "state-space": "1879 2005",
    "ida-star": "1985",
    "your-own": "1000 100",
}
"""Larger numbers that are not claims: years, a task, and those in test_statements.py."""


def lesson(name: str) -> Lesson:
    return read_file(bundled()[name])


def test_every_lesson_has_a_unique_position() -> None:
    assert len({each.rank for each in read_bundled().lessons.values()}) == len(NAMES) >= 22


@pytest.mark.parametrize("name", NAMES)
def test_every_claim_is_true(name: str, compiled: None) -> None:
    assert check(lesson(name)) == ()


UNTOLD = {
    "a-star": ("at.f",),  # "it ends at {length}"
    "belief-zero": ("breadth-first.length",),  # "{a-star.length} moves each"
    "belief-pathmax": ("at.reopened",),  # "one of its successors"
    "breadth-first": ("at.new",),
    "depth-first": ("lucky.length",),  # "the shortest answer at once"
    "weighted": ("plain.length",),  # "the same {light.length}"
    "walk": ("status", "manhattan.status"),  # "a dead end", "is stuck"
}


@pytest.mark.parametrize("name", NAMES)
def test_lessons_are_readable_and_quote_their_claims(name: str) -> None:
    found = lesson(name)
    assert 5 <= len(found.steps) <= 10
    assert found.sources and len(found.title) <= 44  # longer names are cut in the window
    assert not re.search(r"\d", found.summary), "figures are not checked there"
    tasks = sum(step.question is not None or bool(step.target) for step in found.steps)
    assert tasks >= len(found.steps) // 2
    assert found.steps[-1].title == "What to take away"
    for step in found.steps:
        assert len(step.title) <= 40
        # the length of a page is limited
        assert (50 if step.target else 100) <= len(step.text + step.reveal) <= 700, step.title
        texts, choices, question = [step.title, step.text, step.reveal], "", step.question
        if question is not None:
            texts += [question.text, *question.replies]
            choices = " ".join((*question.choices, f"{{{question.answer}}}"))
        words = " ".join(texts)
        bare = re.findall(r"(?<![\w{.])\d[\d,]*(?![\w.-]*\})", re.sub(r"\{[^}]*\}", "", words))
        large = [each.strip(",") for each in bare if int(each.replace(",", "")) > LARGEST_IN_WORDS]
        assert {*large} <= {*UNCLAIMED.get(name, "").split()}, f"{step.title}: {large}"
        claimed = {*step.figures} - {*UNTOLD.get(name, ())}
        assert all(f"{{{each}}}" in words + choices for each in claimed), step.title
        if step.panel is LessonPanel.FIGURES:
            assert {trial.moment for trial in (step.trial, *step.runs.values())} == {None}


def test_claims_about_most_boards_and_averages(compiled: None) -> None:
    atlas, draw = build_atlas(Board.solved(3, 3)), random.Random(1)
    boards = [atlas.board(draw.randrange(181_440)) for _ in range(200)]

    def expanded(algorithm: str, heuristic: str = "manhattan", weight: float = 1) -> list[int]:
        method = Method(algorithm, heuristic, weight=weight)
        return [solve(board, Board.solved(3, 3), method).stats.expanded for board in boards]

    plain, sums = expanded("astar"), expanded("astar", "manhattan+misplaced")
    work = [sum(expanded("astar", weight=weight)) for weight in (1, 1.5, 2, 3)]
    assert work == sorted(work, reverse=True)  # weighted
    more = sum(deep > best for deep, best in zip(expanded("idastar"), plain, strict=True))
    assert more > 160  # belief-fewest: mostly IDA*
    assert sum(few < many for few, many in zip(sums, plain, strict=True)) > 100  # admissible
    better = expanded("astar", "linear-conflict")
    assert sum(few < many for few, many in zip(better, plain, strict=True)) > 160


# ---- The beliefs -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "step", "smaller", "larger"),
    [
        ("belief-accuracy", 1, "manhattan.expanded", "linear-conflict.expanded"),
        ("belief-accuracy", 3, "linear-conflict.expanded", "manhattan.expanded"),
        ("belief-fewest", 1, "ida-star.expanded", "a-star.expanded"),
        ("belief-fewest", 3, "both-ends.expanded", "larger-g.expanded"),
        ("weighted", 4, "light.expanded", "medium.expanded"),
        ("weighted", 4, "medium.expanded", "plain.expanded"),
        ("weighted", 4, "plain.length", "medium.length"),
        ("admissible", 2, "distance", "length"),
    ],
)
def test_every_belief_is_refuted(name: str, step: int, smaller: str, larger: str) -> None:
    found = lesson(name).steps[step].figures
    assert found[smaller] < found[larger]  # type: ignore[operator]


def test_no_tie_breaking_of_a_star_expands_fewer_states_than_ida_star() -> None:
    _, deep, ties, hardest, *_ = (step.figures for step in lesson("belief-fewest").steps)
    minimum = min(value for name, value in ties.items() if name.endswith(".expanded"))  # type: ignore[type-var]
    assert deep["ida-star.expanded"] < minimum  # type: ignore[operator]
    # states that A* expands with every tie-breaking
    assert hardest["both-ends.expanded"] < hardest["lifo.f_below"]  # type: ignore[operator]


def test_a_star_without_heuristic_is_not_breadth_first_search(compiled: None) -> None:
    step = lesson("belief-zero").steps[1].figures
    assert step["at.board"] != step["breadth-first.at.board"]
    last = lesson("belief-zero").steps[3].runs
    orders = [
        [each.node.board for each in trace(last[run].problem, last[run].method)]
        for run in ("fifo", "breadth-first")
    ]
    assert orders[0] == orders[1]


def test_two_searches_first_meet_outside_the_shortest_path(compiled: None) -> None:
    _, there, back, *_ = lesson("belief-meeting").steps
    problem, reverse = there.trial.problem, back.trial.problem
    assert (problem.start, problem.goal) == (reverse.goal, reverse.start)
    expanded: tuple[dict[Board, int], dict[Board, int]] = ({}, {})
    steps = [trace(step.trial.problem, step.trial.method) for step in (there, back)]
    meeting = next(
        (node.board, node.g, expanded[1 - side][node.board])
        for side, node in alternate(steps, expanded)
        if node.board in expanded[1 - side]
    )
    claimed = there.figures["at.board"], there.figures["at.g"], back.figures["at.g"]
    assert (str(meeting[0]), *meeting[1:]) == claimed
    assert len(expanded[0]) == there.trial.moment
    assert meeting[1] + meeting[2] > lesson("belief-meeting").steps[3].figures["length"]


def alternate(steps: list, expanded: tuple[dict, dict]) -> Iterator:  # type: ignore[type-arg]
    """Expand alternately; yield (side, node) and store g in ``expanded``."""
    while True:
        for side in (0, 1):
            node = next(steps[side]).node
            expanded[side][node.board] = node.g
            yield side, node


def test_pathmax_does_not_prevent_repeated_expansions(compiled: None) -> None:
    trial = lesson("belief-pathmax").steps[1].trial
    tables = HEURISTICS[trial.method.heuristic].build(trial.problem.goal)
    again, length = with_pathmax(trial.problem.start, trial.problem.goal, tables)
    assert again > 0 and length == lesson("belief-pathmax").steps[1].figures["length"]


def with_pathmax(start: Board, goal: Board, tables: Tables) -> tuple[int, int]:
    """Run A* with pathmax; return the numbers of repeated expansions and of moves."""
    g_of, closed, again, order = {start: 0}, set(), 0, 0
    waiting = [(tables.evaluate(start), 0, 0, tables.evaluate(start), start)]
    while True:
        _, _, g, h, board = heapq.heappop(waiting)
        if board == goal:
            return again, g
        if g > g_of[board] or (board, g) in closed:
            continue
        again += any((board, before) in closed for before in range(g, g + 40))
        closed.add((board, g))
        for move in board.legal_moves():
            child = board.apply(move)
            if g + 1 < g_of.get(child, 1 << 30):
                order -= 1  # last in, first out
                g_of[child] = g + 1
                raised = max(tables.evaluate(child), h - 1)
                heapq.heappush(waiting, (g + 1 + raised, order, g + 1, raised, child))


# ---- Questions and terms -----------------------------------------------------------------------


def test_the_weight_decides_the_prediction_of_weighted_a_star(compiled: None) -> None:
    step = lesson("weighted").steps[1]
    question = fill_question(step)
    assert question is not None and step.trial.method.weight == 2
    for weight, is_right in ((2, True), (1, False)):
        ranks = [node.g + weight * node.h for node in question.nodes]
        assert ranks.count(min(ranks)) == 1, "the rule decides without a tie"
        assert (ranks.index(min(ranks)) == question.right) is is_right


OF_THE_TASK = ("h", "distance", "choices", "states", "layer", "arrangements")
"""Figures of the board and its goal, which no panel displays before the end."""


@pytest.mark.parametrize("name", NAMES)
def test_answers_are_not_displayed_before_the_question(name: str) -> None:
    for step in lesson(name).steps:
        question = step.question
        if question is None or not isinstance(question.answer, str):
            continue
        answer = question.answer
        texts = (step.title, step.text, question.text)
        assert not any(f"{{{answer}}}" in text for text in texts), step.title
        is_hidden = step.reveal or step.panel in (LessonPanel.BOARD, LessonPanel.PLAY)
        assert is_hidden or answer.startswith(OF_THE_TASK), step.title


@pytest.mark.parametrize("name", NAMES)
def test_a_prediction_tests_the_rule_explained_by_its_step(name: str, compiled: None) -> None:
    for step in lesson(name).steps:
        if not step.is_to_predict:
            continue
        question, method = fill_question(step), step.trial.method
        assert question is not None and step.question is not None
        weight = {"greedy": 0, "astar": method.weight}.get(method.algorithm)
        if weight is not None:
            ranks = [node.h + (node.g / weight if weight else 0) for node in question.nodes]
            if ranks.count(min(ranks)) == 1:
                assert ranks.index(min(ranks)) == question.right
                continue
        # The order of generation decides, so the step must contain the order and the rule.
        text = step.text + step.question.text
        assert re.search(r"first out|\((?:FIFO|LIFO)\)|goes out first", text), step.title
        assert re.search(r"up first|up, (?:right, )?down", text), step.title


OLD_TERMS = re.compile(
    r"\b(?:the walk|cut off|empty-handed|in vain|pathmax mends|would do|by a long way|lies?"
    r"|(?:last|first) in(?!, first out| [0-9])|has met)\b|[a-z]\^[a-z]",
    re.IGNORECASE,
)


@pytest.mark.parametrize("name", NAMES)
def test_each_concept_has_one_name(name: str) -> None:
    found = lesson(name)
    texts = [found.title, found.summary]
    for step in found.steps:
        texts += [step.title, step.text, step.reveal, *(run_title(run) for run in step.runs)]
        if step.question is not None:
            texts += [step.question.text, *step.question.choices, *step.question.replies]
    assert [each[0] for text in texts for each in OLD_TERMS.finditer(text)] == []


# ---- docs/lessons.md -------------------------------------------------------


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)


def test_the_lesson_in_the_documentation_is_valid(compiled: None) -> None:
    first, *parts, full_lesson = blocks("toml")
    assert check(read(first, "my-lesson")) == ()
    partial = read(first + "\n" + parts[0], "my-lesson")
    messages = [f"my-lesson.toml: line {fault.line}: {fault.words}" for fault in check(partial)]
    assert messages == [line.removeprefix("puzzler: ") for line in blocks("text")[0].splitlines()]
    complete = read(full_lesson, "my-lesson")
    assert check(complete) == ()
    for part in parts[1:]:
        assert part.strip() in full_lesson or part.split("[step.claims]")[0] in full_lesson
    assert [step.panel for step in complete.steps][-1] is LessonPanel.FIGURES
    assert all(fill_question(step) for step in complete.steps if step.question)


def test_the_documentation_names_every_figure() -> None:
    rows = re.findall(r"^\| `([\w.]+)` \| .+ \|$", DOCS.read_text("utf-8"), re.MULTILINE)
    assert FIGURES.keys() <= set(rows)


def test_correct_answers_are_distributed_over_letters() -> None:
    questions = [
        fill_question(step)
        for name in NAMES
        for step in lesson(name).steps
        if step.question is not None and step.question.choices
    ]
    letters = Counter(question.right for question in questions if question is not None)
    assert max(letters.values()) < 0.4 * letters.total()
