"""``python -m mxnet``: the same as the command ``mxnet``."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
