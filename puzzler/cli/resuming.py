"""Going on where a list of answers has ended, however it has ended."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Hashable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzler.board.errors import PuzzlerError
from puzzler.cli.exit_status import ExitStatus, worst

if TYPE_CHECKING:
    from puzzler.cli.many import Request

METHOD = ("algorithm", "heuristic", "weight", "order", "ties", "depth_limit")
ENDED = ("solved", "unsolvable", "limit")
"""The status of a board that was searched to the end."""


class Answered:
    """The answers that a file holds: objects of ``puzzler solve --json``, one on each line."""

    def __init__(self, file: Path) -> None:
        """PuzzlerError where ``file`` cannot be read, or holds something else.

        A last line that does not end was being written when something ended the writer: it counts
        for nothing.
        """
        self._statuses: defaultdict[Hashable, deque[ExitStatus]] = defaultdict(deque)
        """What the answers mean that stand for no board yet."""
        self.status = ExitStatus.SOLVED
        """The worst of what the answers mean that stand for a board."""
        self.size = 0
        """Bytes up to the end of the last whole line."""
        if file.exists() and not file.is_file():
            raise PuzzlerError(f"{file}: --resume needs a regular file")
        try:
            with file.open("rb") as stream:
                for number, line in enumerate(stream, 1):
                    if not line.endswith(b"\n"):
                        break
                    self._take(line, f"{file}: line {number}")
                    self.size += len(line)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise PuzzlerError(f"{file}: cannot be read: {error.strerror or error}") from None

    def takes(self, request: Request) -> bool:
        """Whether there is an answer to it; it stands for one board of the list only."""
        from puzzler.search.comparison import method_record

        method = request.method
        for each in (method, method.relief()):
            if each is None:
                continue
            key = _key(str(request.start), str(request.goal), method_record(each))
            if statuses := self._statuses.get(key):
                self.status = worst(self.status, statuses.popleft())
                return True
        return False

    def _take(self, line: bytes, where: str) -> None:
        try:
            told = json.loads(line)
            key = _key(told["board"], told["goal"], told)
            status = told["status"]
            if status in ENDED:
                self._statuses[key].append(ExitStatus[status.upper()])
        except (ValueError, TypeError, KeyError, RecursionError):
            raise PuzzlerError(
                f"{where} is no answer of puzzler solve --json: --resume goes on with those only"
            ) from None


def _key(board: str, goal: str, told: dict[str, Any]) -> Hashable:
    return board, goal, *(told[name] for name in METHOD)
