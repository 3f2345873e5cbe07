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
from collections.abc import Iterator
from dataclasses import dataclass
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


@dataclass(kw_only=True)
class Findings:
    """The number of texts of one kind, and the places of texts that match a pattern."""

    total: int = 0
    places: list[str]

    @property
    def share(self) -> float:
        """The percentage of texts that match."""
        return 100 * len(self.places) / max(1, self.total)


def sentences(text: str) -> list[str]:
    """Return the sentences of at least three words in text."""
    parts = re.split(r"(?<=[.!?;:])\s+|\n\s*\n+", text)
    return [" ".join(part.split()) for part in parts if len(part.split()) >= 3]


def prose(text: str, nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the sentences of the docstrings and comments of a file, with their lines."""
    for node in docstrings(nodes):
        yield from ((node.lineno, sentence) for sentence in sentences(str(node.value)))
    if "#" not in text:
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield from (
                (token.start[0], sentence) for sentence in sentences(token.string.lstrip("#! "))
            )


def docstrings(nodes: list[ast.AST]) -> Iterator[ast.Constant]:
    """Yield the docstrings of modules, classes, functions and fields."""
    for node in nodes:
        body = getattr(node, "body", [])
        for statement in body if isinstance(body, list) else []:
            match statement:
                case ast.Expr(value=ast.Constant(value=str()) as constant):
                    yield constant


def messages(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the sentences of all other texts of more than one word, with their lines."""
    skipped = {id(node) for node in docstrings(nodes)}
    for node in nodes:
        match node:
            case ast.Constant(value=str() as text) if " " in text and id(node) not in skipped:
                if re.search(r"[a-z]{3}", text):
                    yield from ((node.lineno, sentence) for sentence in sentences(text))


def names(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Yield the names that a file defines, with their lines."""
    for node in nodes:
        match node:
            case (
                ast.Name(ctx=ast.Store(), id=name)
                | ast.Attribute(ctx=ast.Store(), attr=name)
                | ast.arg(arg=name)
            ):
                yield node.lineno, name
            case (
                ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
                | ast.ClassDef(name=name)
            ):
                yield node.lineno, name


def packages() -> Iterator[tuple[Path, list[Path]]]:
    """Yield run.py, the packages and the other folders, with their files."""
    yield ROOT / "run.py", [ROOT / "run.py"]
    yield ROOT / "puzzler", sorted((ROOT / "puzzler").glob("*.py"))
    folders = [file.parent for file in sorted((ROOT / "puzzler").glob("*/__init__.py"))]
    for folder in [*folders, *(ROOT / name for name in OTHER_FOLDERS)]:
        # this file contains the patterns
        yield folder, sorted(file for file in folder.rglob("*.py") if file != Path(__file__))


def package_findings(files: list[Path]) -> tuple[dict[str, Findings], float]:
    """Return the findings in the files of a package and its phrases per 1,000 sentences."""
    found = {kind: Findings(places=[]) for kind in ("sentences", "messages", "names")}
    phrases = 0
    for file in files:
        code = file.read_text(encoding="utf-8")
        nodes = list(ast.walk(ast.parse(code)))
        for kind, texts, pattern in (
            ("sentences", prose(code, nodes), SENTENCE),
            ("messages", messages(nodes), SENTENCE),
            ("names", names(nodes), NAME),
        ):
            for line, text in texts:
                found[kind].total += 1
                if pattern.search(text.lower() if kind == "names" else text):
                    found[kind].places.append(
                        f"{file.relative_to(ROOT)}:{line}: {kind}: {text[:120]}"
                    )
                if kind == "sentences":
                    phrases += len(PHRASE.findall(text))
    return found, 1000 * phrases / max(1, found["sentences"].total)


def document_findings(file: Path) -> Findings:
    """Return the findings in a Markdown file, without its code blocks."""
    text = re.sub(r"```.*?```", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    texts = [sentence for paragraph in text.split("\n\n") for sentence in sentences(paragraph)]
    places = [
        f"{file.relative_to(ROOT)}: {sentence[:120]}"
        for sentence in texts
        if SENTENCE.search(sentence)
    ]
    return Findings(total=len(texts), places=places)


def main() -> int:
    """Print the shares of every package and document; return 1 if one is above its limit."""
    parser = argparse.ArgumentParser(description="Check the language of code and documentation.")
    parser.add_argument("--list", action="store_true", help="print every finding")
    is_listing = parser.parse_args().list
    faults = 0
    for path, files in packages():
        found, phrases = package_findings(files)
        faults += report(path, found, is_listing)
        faults += phrases > PHRASE_LIMIT
        print(f"    phrases {phrases:.0f} per 1,000 sentences, limit {PHRASE_LIMIT}")
    folders = [ROOT / name for name in ("docs", *OTHER_FOLDERS)]
    for file in sorted([*ROOT.glob("*.md"), *(file for f in folders for file in f.rglob("*.md"))]):
        faults += report(file, {"document": document_findings(file)}, is_listing)
    print(f"{faults} shares are above their limits")
    return 1 if faults else 0


def report(path: Path, found: dict[str, Findings], is_listing: bool) -> int:
    """Print the shares of a package or document; return how many are above their limits."""
    print(path.relative_to(ROOT))
    for kind, findings in found.items():
        print(f"    {kind} {findings.share:.1f} % of {findings.total}, limit {LIMITS[kind]} %")
        if is_listing:
            print(*(f"        {place}" for place in findings.places), sep="\n")
    return sum(findings.share > LIMITS[kind] for kind, findings in found.items())


if __name__ == "__main__":
    sys.exit(main())
