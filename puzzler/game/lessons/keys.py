"""The keys of a lesson's TOML file, each with its type."""

from __future__ import annotations

from puzzler.search.parameters import PARAMETERS

METHOD = {row.name: row.kind for row in PARAMETERS}
"""The keys of a search method and the types of their values."""
RUN = {"board": str, "goal": str, **METHOD, "moment": object}
STEP = {
    "title": str,
    "text": str,
    "reveal": str,
    **RUN,
    "panel": str,
    "target": list,
    "runs": dict,
    "claims": dict,
    "question": dict,
}
QUESTION = {
    "kind": str,
    "words": str,
    "choices": list,
    "replies": list,
    "answer": object,
    "right": str,
    "wrong": str,
    "ask": list,
    "heuristic": str,
}
QUESTION_KEYS = {
    "predict": ("kind", "words", "right", "wrong"),
    "choose": ("kind", "words", "choices", "replies", "answer"),
    "number": ("kind", "words", "answer", "right", "wrong"),
    "code": ("kind", "words", "ask", "heuristic", "right", "wrong"),
}
"""The keys of each kind of question."""
TEXTS = ("title", "text", "reveal", "words", "choices", "replies", "right", "wrong")
"""The keys of texts that may contain marks and quoted figures."""
LESSON = {"title": str, "summary": str, "rank": int, "sources": list, "step": list}
