"""Where the command begins: `courtside`, and `python -m courtside`. Ctrl-C is answered in one line.

Also while the rest of it is imported, which takes a moment.
"""

from __future__ import annotations

import sys


def run() -> None:
    """Runs the command, as its entry point."""
    try:
        from .main import main

        main()
    except KeyboardInterrupt:
        sys.stderr.write("courtside: cancelled\n")
        sys.exit(130)


if __name__ == "__main__":
    run()
