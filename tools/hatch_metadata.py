"""Adds the links of the package to its metadata. hatchling runs this file in every build.

The address of the repository is not in the sources because forks have other addresses. GitHub sets
``GITHUB_REPOSITORY`` to OWNER/NAME in workflows. Set it to build with links elsewhere.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_LINK = re.compile(r'(\]\(|(?:src|href)=")(?!https?:|#)([^)"]+)')


class Links(MetadataHookInterface):
    """Adds the readme and the project URLs."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Make relative links of the readme absolute, because the package index has no files."""
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        repository = os.environ.get("GITHUB_REPOSITORY")
        if repository:
            address = f"{os.environ.get('GITHUB_SERVER_URL', 'https://github.com')}/{repository}"
            metadata["urls"] = {
                "Documentation": f"{address}/tree/main/docs",
                "Changelog": f"{address}/blob/main/CHANGELOG.md",
                "Issues": f"{address}/issues",
                "Source": address,
            }
            readme = absolute_links(readme, address)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def absolute_links(text: str, address: str) -> str:
    """Return Markdown or HTML with links to files of the repository at ``address``."""

    def link(match: re.Match[str]) -> str:
        kind = "raw" if match[2].endswith((".png", ".gif", ".svg")) else "blob"
        return f"{match[1]}{address}/{kind}/main/{match[2]}"

    return _LINK.sub(link, text)
