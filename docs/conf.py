"""Settings of the documentation site. CONTRIBUTING.md has the command that builds it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from puzzler.version import VERSION

project = "Puzzler"
author = "Puzzler contributors"
project_copyright = author
release = version = VERSION
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "sphinx_click",
]
exclude_patterns = ["_build", "jupyter_execute"]
smartquotes = False  # they turn --json into a dash
html_theme = "furo"
html_title = f"Puzzler {VERSION}"

# ---- Markdown and notebooks -----------------------------------------------------------------

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
nb_execution_mode = "cache"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
suppress_warnings = ["myst.xref_missing"]  # links to files of the repository outside of the site

# ---- Python ---------------------------------------------------------------------------------

autodoc_default_options = {"members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_type_aliases = {"GoalLike": "GoalLike"}
nitpicky = True
# Names of annotations that the reference does not describe.
nitpick_ignore_regex = [("py:(class|obj|data)", r".*")]


def list_attributes(
    _app: Any, what: str, _name: str, _obj: Any, _options: Any, lines: list[str]
) -> None:
    """Convert the section "Attributes:" of the docstring of a class to a list of fields."""
    if what == "class" and "Attributes:" in lines:
        start = lines.index("Attributes:")
        section = [re.sub(r"^ {4}([\w, ]+): ", r":ivar \1: ", line) for line in lines[start + 1 :]]
        lines[start:] = section


def setup(app: Any) -> None:
    """Connect the handlers of events, as Sphinx requires."""
    app.connect("autodoc-process-docstring", list_attributes)
