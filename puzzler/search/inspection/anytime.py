"""What there is to see of an anytime search: whichever of its parts is at work."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace

from puzzler.search.engine.anytime import Anytime
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.improving import Beaming, Constructing, Job
from puzzler.search.engine.shortening import Shortening
from puzzler.search.engine.task import Task
from puzzler.search.heuristics import learned, linear_conflict
from puzzler.search.inspection.beam import BeamPassReader
from puzzler.search.inspection.depth_first import DepthFirstReader
from puzzler.search.inspection.jobs import MovesReader, ShorteningReader
from puzzler.search.inspection.reading import Measure, Seen, View, rule_of
from puzzler.search.inspection.values import Expansion, Node
from puzzler.search.kernels.beam import RUNNING


class AnytimeReader:
    """Reads an anytime search; see ``reading.Reader``."""

    def __init__(self, task: Task, stepping: Anytime) -> None:
        self._task = task
        self._stepping = stepping
        self._improver, self._prover = stepping.improver, stepping.prover
        self._prover.note_openings()
        self._proof = self._proof_reader(self._prover.search)
        self._job: Job | None = None
        self._reader: BeamPassReader | ShorteningReader | MovesReader | None = None
        self.before()

    # -- its parts ----------------------------------------------------------------------------

    def _proof_reader(self, search: DepthFirst) -> DepthFirstReader:
        return DepthFirstReader(search.task, search)

    def _present_proof(self) -> DepthFirstReader:
        if self._proof.stepping is not self._prover.search:
            self._proof = self._proof_reader(self._prover.search)
        return self._proof

    def _read_job(self, job: Job | None) -> None:
        """Let ``job`` be the one that is read."""
        if job is self._job:
            return
        self._job = job
        if isinstance(job, Beaming):
            tables = job.beam.tables
            heuristic = self._task.heuristic
            if tables is not self._task.tables:
                heuristic = linear_conflict.HEURISTIC
                if tables.pairs is not None:
                    heuristic = learned.HEURISTIC
            self._reader = BeamPassReader(job.beam, heuristic, job.begin)
        elif isinstance(job, Shortening):
            self._reader = ShorteningReader(job)
        elif isinstance(job, Constructing):
            measure = Measure.of(self._task)
            self._reader = MovesReader(job.start, measure)
        else:
            self._reader = None

    # -- stepping -----------------------------------------------------------------------------

    def before(self) -> None:
        """Note how far its parts are."""
        job = self._improver.job
        self._proved = self._prover.expanded
        self._present_proof().before()
        self._read_job(job)
        self._job_done = job.expanded if job else 0
        if isinstance(self._reader, ShorteningReader):
            self._reader.before()

    def after(self) -> Seen:
        """The expansion that was just done, whichever part did it."""
        index = self._stepping.expanded - 1
        if self._prover.expanded > self._proved:
            before = self._proof
            proof = self._present_proof()
            if proof is not before:
                proof.note_beginning()
            return proof.after_in(index, self._shift_proof)
        job = self._improver.job
        is_new = job is not None and job is not self._job and job.expanded > 0
        if is_new:
            self._read_job(job)
        elif self._job is None or self._job.expanded == self._job_done:
            return self._unknown(index)
        return self._after_job(index)

    def _after_job(self, index: int) -> Seen:
        reader, job = self._reader, self._job
        assert job is not None
        if isinstance(reader, MovesReader):
            assert isinstance(job, Constructing)
            return reader.after(index, job.moves, index - 1 if len(job.moves) > 1 else None)
        assert reader is not None
        return reader.after(index, self._shift_job(job))

    def _unknown(self, index: int) -> Seen:
        """An expansion of a job that has begun and ended with it, and left nothing to read."""
        task, board = self._task, self._stepping.current()
        h = task.tables.evaluate(board)
        node = Node(board, None, 0, h, h)
        return Seen(Expansion(index, node, None, None, ()), lambda: (node,), Measure.of(task))

    # -- indices ------------------------------------------------------------------------------

    def _shift_proof(self, own: int) -> int:
        own += self._prover.expanded_before
        shares = self._stepping.shares
        last = bisect_right(shares, own, key=lambda share: share.proof) - 1
        return own + shares[last].answers

    def _shift_job(self, job: Job) -> Callable[[int], int]:
        before = self._improver.expanded - job.expanded
        shares = self._stepping.shares

        def shift(own: int) -> int:
            last = bisect_right(shares, before + own, key=lambda share: share.answers) - 1
            return before + own + shares[last].proof

        return shift

    # -- what lies before it ------------------------------------------------------------------

    def view(self, top: int) -> View:
        """What lies before the part whose turn it is."""
        if self._stepping.shares[-1].is_proof:
            view = self._present_proof().view(top)
        else:
            view = self._view_job(top)
        return replace(view, frontier=()) if self._stepping.is_between_turns else view

    def _view_job(self, top: int) -> View:
        self._read_job(self._improver.job)
        job, reader = self._job, self._reader
        if isinstance(reader, BeamPassReader):
            assert isinstance(job, Beaming)
            return reader.view(top, is_over=job.code != RUNNING)
        if isinstance(reader, ShorteningReader):
            return reader.view(top)
        if isinstance(reader, MovesReader):
            assert isinstance(job, Constructing)
            return reader.view(top, job.moves)
        return View((), rule_of("what comes next is not begun"))
