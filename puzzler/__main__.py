"""``python -m puzzler`` is the command ``puzzler``."""

import sys

from puzzler.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
