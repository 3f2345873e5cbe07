"""What the card of a solve says."""

from __future__ import annotations

from puzzler.game.play.finish import Finish
from puzzler.humanize import counted, listed, precise_time, sentence

DOT = " \N{MIDDLE DOT} "
_BESTS = {"time": "time", "moves": "number of moves", "efficiency": "efficiency"}


def head(finish: Finish) -> str:
    """Solved in 2:05.3."""
    if finish.relay is not None:
        return f"Relay done in {precise_time(finish.relay.seconds)}"
    return f"Solved in {precise_time(finish.seconds)}"


def moves(finish: Finish) -> str:
    """58 moves, shortest 46, 12 lost; less where less is known yet, or was asked for."""
    if finish.relay is not None:
        return counted(sum(split.moves for split in finish.relay.splits), "move")
    said = [counted(finish.moves, "move")]
    if finish.shortest.text:
        said.append(_shortest(finish))
    if finish.lost is not None:
        said.append(f"{finish.lost:,} lost" if finish.lost > 0 else "none lost")
    return DOT.join(said)


def bests(finish: Finish) -> str:
    """New best time and number of moves; "" where nothing was beaten."""
    named = [words for name, words in _BESTS.items() if name in finish.beaten]
    return f"New best {listed(named)}" if named else ""


def kind(finish: Finish) -> str:
    """Blindfold; with whose help, and what that means; "" for a plain solve."""
    helped = [
        words
        for words, has_helped in (("help", finish.assisted), ("the coach", finish.coached))
        if has_helped
    ]
    said = "Blindfold" if finish.blindfold else ""
    if helped:
        with_help = f"with {listed(helped)}, so in no record"
        return f"{said}, {with_help}" if said else sentence(with_help)
    return said


def _shortest(finish: Finish) -> str:
    shortest = finish.shortest
    if shortest.moves is None and not shortest.at_least:
        return "computing the shortest"
    return f"shortest {shortest.text}"
