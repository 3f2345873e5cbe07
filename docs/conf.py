"""Settings of the documentation site. CONTRIBUTING.md has the command that builds it."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from puzzler.version import VERSION

project = "Puzzler"
author = "Puzzler contributors"
project_copyright = author
release = version = VERSION
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
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
napoleon_use_ivar = True  # a list of attributes, because autodoc has their values
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_type_aliases = {"GoalLike": "GoalLike"}
nitpicky = True
# Names of annotations that the reference does not describe.
nitpick_ignore_regex = [("py:(class|obj|data)", r".*")]
