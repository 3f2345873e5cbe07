"""Methods as people type them: "astar/manhattan/1.5" is algorithm, heuristic and weight."""

from __future__ import annotations

from dataclasses import dataclass

from puzzler.search.limits import Limit
from puzzler.search.method import Method
from puzzler.search.order import DEFAULT_ORDER
from puzzler.search.registry import ALGORITHMS, algorithm_called, heuristic_called
from puzzler.search.weight import RANGE, weight_terms

SEPARATOR = "/"
BLIND = "zero"
"""The heuristic of an algorithm that uses none."""


@dataclass(frozen=True)
class Named:
    """What a text says of a method; None where it is silent."""

    algorithm: str
    heuristic: str | None = None
    weight: float | None = None


def read_named(text: str) -> Named:
    """A[/H[/W]]; an empty H is the algorithm's own heuristic. ValueError names the wrong word.

    Wrong is also what the algorithm would not heed: a heuristic for a blind one, a weight where it
    changes nothing.
    """
    words = [word.strip() for word in text.split(SEPARATOR)]
    if len(words) > 3:
        raise ValueError(f"{text!r} has more than algorithm/heuristic/weight: {words[3]!r}")
    algorithm = algorithm_called(words[0])
    heuristic = heuristic_called(words[1]).name if len(words) > 1 and words[1] else None
    weight = _weight(words[2]) if len(words) > 2 else None
    if heuristic not in (None, BLIND) and not algorithm.uses_heuristic:
        raise ValueError(f"{text!r}: {algorithm.name} has no use for a heuristic, {words[1]!r}")
    if weight not in (None, 1) and not algorithm.uses_weight:
        raise ValueError(f"{text!r}: {algorithm.name} has no use for a weight, {words[2]!r}")
    return Named(algorithm.name, heuristic, weight)


def read_method(
    text: str,
    limit: Limit = Limit(),
    *,
    order: str = DEFAULT_ORDER,
    ties: str | None = None,
    depth_limit: int | None = None,
) -> Method:
    """The method that A[/H[/W]] is; ValueError as from ``read_named``."""
    named = read_named(text)
    return Method(
        named.algorithm,
        named.heuristic,
        1 if named.weight is None else named.weight,
        limit,
        order=order,
        ties=ties,
        depth_limit=depth_limit,
    )


def write_method(method: Method) -> str:
    """The shortest text that ``read_method`` reads as that algorithm, heuristic and weight."""
    algorithm = ALGORITHMS[method.algorithm]
    words = [method.algorithm]
    if algorithm.uses_heuristic and (method.heuristic != algorithm.heuristic or method.weight != 1):
        words.append(method.heuristic)
    if method.weight != 1:
        words.append(f"{method.weight:g}")
    return SEPARATOR.join(words)


def _weight(word: str) -> float:
    try:
        weight = float(word)
        weight_terms(weight)
    except ValueError:
        raise ValueError(f"{word!r} is not a weight: weights go {RANGE}") from None
    return weight
