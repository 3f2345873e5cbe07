"""Check the language of docstrings, comments, messages, names and documentation.

    python tools/plain_english.py             fail if a share is above its limit
    python tools/plain_english.py --list      print every finding as well

CONTRIBUTING.md explains how we write. The patterns are expressions that were frequent in old texts
of Puzzler and are rare in click, rich, Pillow, pytest and hypothesis. A single finding may be
correct. The shares show whether a text reads like other projects.
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

SENTENCE = re.compile(
    r"^(What|Whoever|Whatever|Where|Of|There|At|By|Behind|Below|Above|Else)\b"
    r"|\b(where|what) (that|it|they|there|this|nothing|one|none|no|a|an|the|nobody|some\w*)\b.*"
    r"\b(is|are|was|has|had|can|does|do|comes|stands|lies)\b"
    r"|\b(told|tells?|asked for|asks|says|said|knows|gives? way|wants|lets|speaks|sees|met|meets)\b"
    r"|\b(what|those|one|all) that\b|\bthe (one|ones|rest) of\b"
    r"|\b(stands|lies?|goes on|go on|comes? back|for good|so many|as it were|by itself|at once)\b"
    r"|\b(in turn|meanwhile|anew|thereof|beside|maybe)\b"
)
"""Sentences of an unusual form."""

NAME = re.compile(
    r"^_?(said|told|asked|kept|given|made|met|wanted|taken|begun|known|drawn|seen|meant|sought)(_|$)"
    r"|^_?(offered|dealt|noted|held|worth|least|most|whole|heard|lacks|telling|ends|goes)(_|$)"
    r"|^_?(comes|lies|stands)(_|$)"
    r"|_(said|told|asked|kept|met|dealt|begun|meant)$"
)
"""Names that are neither a noun nor a verb in the imperative."""

PHRASE = re.compile(
    r"\b(none|false|true|zero|0|error) where\b|, where\b"
    r"|\bwhere (it|there|that|nothing|none|they|one|no)\b"
    r"|\b(of|and|by|with|to|from|for|than|as) what\b"
    r"|\bwhat (is|was|are|has|it|they|can|a|the)\b|\bhow (far|long) (it|they|that|the)\b"
    r"|\bis known\b|\bis none\b|\b(those|the one) (that|of|which)\b|\b(one|all) (that|which)\b"
    r"|\b(goes?|going|went) on\b|\b(stands?|stood|lies|lay)\b"
    r"|\b(says|said|tells|told|asks|asked|kept)\b|\b(begins|begun|began)\b"
    r"|\b(at once|anew|beside|so many|as many|as far|by then|for now|for good|the present)\b"
    r"|\b(has|have|had) ended\b|\bas it (is|was|stands)\b|\bin one line\b|\bits? end\b"
    r"|\bnothing (is|else|but|that)\b|\bwhoever\b|\bwhatever\b|\bno longer than\b",
    re.IGNORECASE,
)
"""Phrases, counted wherever they occur in a sentence."""

LIMITS = {"sentences": 3.0, "messages": 1.0, "names": 0.5, "document": 3.0}
"""Largest shares of findings per package and per document, in percent."""

OTHER_FOLDERS = ("assets", "benchmarks", "examples", "tests", "tools")
"""Folders outside the package. Each is measured as a whole."""

PHRASE_LIMIT = 60
"""Largest number of phrases per 1,000 sentences of a package."""


Found = tuple[str, str, str]
"""A text, its kind (a key of LIMITS) and its place."""


def sentences(text: str) -> list[str]:
    """Return the sentences of at least three words in text."""
    parts = re.split(r"(?<=[.!?;:])\s+|\n\s*\n+", text)
    return [" ".join(part.split()) for part in parts if len(part.split()) >= 3]


def texts_in(file: Path) -> Iterator[Found]:
    """Yield the sentences of docstrings, comments and messages of a file, and its names."""
    code, place = file.read_text(encoding="utf-8"), str(file.relative_to(ROOT))
    nodes = list(ast.walk(ast.parse(code)))
    bodies = (body for node in nodes if isinstance(body := getattr(node, "body", None), list))
    docstrings = {id(each.value) for body in bodies for each in body if isinstance(each, ast.Expr)}
    for node in nodes:
        match node:
            case ast.Constant(value=str() as text):
                is_docstring = id(node) in docstrings
                if is_docstring or (" " in text and re.search(r"[a-z]{3}", text)):
                    kind = "sentences" if is_docstring else "messages"
                    yield from ((s, kind, f"{place}:{node.lineno}") for s in sentences(text))
            case (
                ast.Name(ctx=ast.Store(), id=name)
                | ast.Attribute(ctx=ast.Store(), attr=name)
                | ast.arg(arg=name)
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                yield name.lower(), "names", f"{place}:{node.lineno}"
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            comment = sentences(token.string.lstrip("#! "))
            yield from (
                (sentence, "sentences", f"{place}:{token.start[0]}") for sentence in comment
            )


def packages() -> Iterator[tuple[Path, list[Path]]]:
    """Yield run.py, the packages and the other folders, with their files."""
    yield ROOT / "run.py", [ROOT / "run.py"]
    yield ROOT / "puzzler", sorted((ROOT / "puzzler").glob("*.py"))
    folders = [file.parent for file in sorted((ROOT / "puzzler").glob("*/__init__.py"))]
    for folder in [*folders, *(ROOT / name for name in OTHER_FOLDERS)]:
        # this file contains the patterns
        yield folder, sorted(file for file in folder.rglob("*.py") if file != Path(__file__))


def document_sentences(file: Path) -> Iterator[Found]:
    """Yield the sentences of a Markdown file, without its code blocks."""
    text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    for sentence in sentences(text):
        yield sentence, "document", str(file.relative_to(ROOT))


def report(path: Path, found: Iterable[Found], kinds: Sequence[str], *, is_listing: bool) -> int:
    """Print the shares of a package or document; return how many are above their limits."""
    print(path.relative_to(ROOT))
    totals, faults = Counter[str](), 0
    places: dict[str, list[str]] = {kind: [] for kind in kinds}
    phrases = 0
    for text, kind, place in found:
        totals[kind] += 1
        if (NAME if kind == "names" else SENTENCE).search(text):
            places[kind].append(f"{place}: {kind}: {text[:120]}")
        if kind == "sentences":
            phrases += len(PHRASE.findall(text))
    for kind in kinds:
        share = 100 * len(places[kind]) / max(1, totals[kind])
        faults += share > LIMITS[kind]
        print(f"    {kind} {share:.1f} % of {totals[kind]}, limit {LIMITS[kind]} %")
        if is_listing:
            print(*(f"        {place}" for place in places[kind]), sep="\n")
    if "sentences" in kinds:
        share = 1000 * phrases / max(1, totals["sentences"])
        faults += share > PHRASE_LIMIT
        print(f"    phrases {share:.0f} per 1,000 sentences, limit {PHRASE_LIMIT}")
    return faults


def main() -> int:
    """Print the shares of every package and document; return 1 if one is above its limit."""
    parser = argparse.ArgumentParser(description="Check the language of code and documentation.")
    parser.add_argument("--list", action="store_true", help="print every finding")
    is_listing = parser.parse_args().list
    faults = 0
    for path, files in packages():
        found = (each for file in files for each in texts_in(file))
        faults += report(path, found, ("sentences", "messages", "names"), is_listing=is_listing)
    folders = [ROOT / name for name in ("docs", *OTHER_FOLDERS)]
    for file in sorted([*ROOT.glob("*.md"), *(file for f in folders for file in f.rglob("*.md"))]):
        faults += report(file, document_sentences(file), ("document",), is_listing=is_listing)
    print(f"{faults} shares are above their limits")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
