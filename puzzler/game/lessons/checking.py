"""Runs the searches of a lesson and holds every claim and every question of it to them."""

from __future__ import annotations

from collections.abc import Iterator

from puzzler.game.lessons.asking import asked
from puzzler.game.lessons.figures import NoFigureError, Ran, figure
from puzzler.game.lessons.quoting import agrees, as_read
from puzzler.game.lessons.values import Fault, Lesson, Step, Trial


def check(lesson: Lesson) -> tuple[Fault, ...]:
    """What is not so; () where every claim holds and every question has its answer."""
    return tuple(fault for step in lesson.steps for fault in _step(step))


def _step(step: Step) -> Iterator[Fault]:
    ran: dict[Trial, Ran] = {}
    for claim in step.claims:
        trial, name = _trial_of(step, claim.name)
        try:
            found = figure(ran.setdefault(trial, Ran(trial)), name)
        except NoFigureError as error:
            yield Fault(claim.line, f"{claim.name}: {error}")
            continue
        if not agrees(claim.value, found):
            said = as_read(claim.value)
            yield Fault(claim.line, f"{claim.name} is said to be {said} and is {as_read(found)}")
    for name, trial in {"": step.trial, **step.runs}.items():
        if trial.moment == 0:
            continue
        try:
            _ = ran.setdefault(trial, Ran(trial)).glimpse
        except NoFigureError as error:
            key = f"runs.{name}.moment" if name else "moment"
            yield Fault(step.lines.get(key), f"moment: {error}")
    try:
        asked(step)
    except NoFigureError as error:
        line = step.lines.get("question.answer", step.lines.get("question"))
        yield Fault(line, f"question: {error}")


def _trial_of(step: Step, name: str) -> tuple[Trial, str]:
    """The search that a figure of a step is of, and the figure's name without it."""
    run, dot, rest = name.partition(".")
    return (step.runs[run], rest) if dot and run in step.runs else (step.trial, name)
