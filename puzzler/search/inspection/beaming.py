"""What there is to see of a beam search: its beams, then moves and repairs at the end."""

from __future__ import annotations

from puzzler.search.engine.beam import Beam
from puzzler.search.engine.beam_pass import BeamPass
from puzzler.search.engine.task import Task
from puzzler.search.inspection.beam import BeamPassReader
from puzzler.search.inspection.jobs import MovesReader, ShorteningReader
from puzzler.search.inspection.reading import Measure, Seen, View


class BeamReader:
    """Reads a beam search; see ``reading.Reader``."""

    def __init__(self, task: Task, stepping: Beam) -> None:
        self._task = task
        self._stepping = stepping
        self._pass = self._pass_reader(stepping.beam)
        self._shortening = ShorteningReader(stepping.shortening)
        self._moving = MovesReader(task.problem.start, Measure.of(task))
        self._shortened = self._constructed = 0

    def _pass_reader(self, beam: BeamPass) -> BeamPassReader:
        return BeamPassReader(beam, self._task.heuristic, self._task.problem.start)

    def _present_pass(self) -> BeamPassReader:
        if self._pass.beam is not self._stepping.beam:
            self._pass = self._pass_reader(self._stepping.beam)
        return self._pass

    def before(self) -> None:
        """Note how far its parts are."""
        self._shortened = self._stepping.shortening.expanded
        self._constructed = self._stepping.constructed
        self._shortening.before()

    def after(self) -> Seen:
        """The expansion that was just done, whichever part did it."""
        stepping = self._stepping
        index = stepping.expanded - 1
        if stepping.shortening.expanded > self._shortened:
            offset = stepping.expanded - stepping.shortening.expanded
            return self._shortening.after(index, lambda own: offset + own)
        beam = self._present_pass()
        if stepping.constructed > self._constructed:
            parent: int | None = index - 1
            if stepping.constructed == 1:
                parent = beam.best_parent(lambda own: index - beam.expanded + own)
            return self._moving.after(index, stepping.moves, parent)
        return beam.after(index, lambda own: index + 1 - beam.expanded + own)

    def view(self, top: int) -> View:
        """What lies before the part that is at work."""
        stepping = self._stepping
        if stepping.answer() is not None:
            return self._shortening.view(top)
        beam = self._present_pass()
        if stepping.is_constructing:
            return self._moving.view(top, stepping.moves)
        return beam.view(top, is_over=bool(stepping.moves))
