"""Which reader reads which kind of search."""

from __future__ import annotations

from puzzler.search.engine.anytime import Anytime
from puzzler.search.engine.beam import Beam
from puzzler.search.engine.best_first import BestFirst
from puzzler.search.engine.bidirectional import Bidirectional
from puzzler.search.engine.depth_first import DepthFirst
from puzzler.search.engine.graph_search import GraphSearch
from puzzler.search.engine.overdue import Overdue
from puzzler.search.engine.stepping import Stepping
from puzzler.search.engine.task import Task
from puzzler.search.engine.walk import Walk
from puzzler.search.inspection.anytime import AnytimeReader
from puzzler.search.inspection.beaming import BeamReader
from puzzler.search.inspection.best_first import BestFirstReader
from puzzler.search.inspection.bidirectional import BidirectionalReader
from puzzler.search.inspection.depth_first import DepthFirstReader
from puzzler.search.inspection.graph_search import GraphSearchReader
from puzzler.search.inspection.overdue import OverdueReader
from puzzler.search.inspection.reading import Reader
from puzzler.search.inspection.walk import WalkReader


def reader_for(task: Task, stepping: Stepping) -> Reader:
    """The reader of a search."""
    match stepping:
        case Overdue():
            return OverdueReader()
        case DepthFirst():
            return DepthFirstReader(task, stepping)
        case GraphSearch():
            return GraphSearchReader(task, stepping)
        case Beam():
            return BeamReader(task, stepping)
        case Anytime():
            return AnytimeReader(task, stepping)
        case Walk():
            return WalkReader(task, stepping)
        case Bidirectional():
            return BidirectionalReader(task, stepping)
        case BestFirst():
            return BestFirstReader(task, stepping)
        case _:
            raise TypeError(f"a {type(stepping).__name__} cannot be inspected")
