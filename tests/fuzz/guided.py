"""``python -m tests.fuzz.guided params -max_total_time=60``: inputs that follow the coverage.

Needs Atheris (``pip install atheris``), which takes libFuzzer's options and stops at the first
finding. The targets, their seeds and the exceptions that they document are those of `tests.fuzz`.
"""

from __future__ import annotations

import os
import pathlib
import sys
import tempfile
import warnings

import atheris

with atheris.instrument_imports(include=["mxnet"]):
    from .registry import Folder, load_targets

    TARGETS = load_targets()


def main() -> None:
    """Fuzz one target until something is found, or libFuzzer's limits are reached."""
    name, *options = sys.argv[1:]
    target = TARGETS[name]
    warnings.simplefilter("ignore")
    os.environ["MXNET_IMAGE_MAX_PIXELS"] = str(1 << 24)
    with tempfile.TemporaryDirectory(prefix="mxnet-fuzz-") as root:
        corpus, folder = pathlib.Path(root, "corpus"), pathlib.Path(root, "files")
        corpus.mkdir()
        folder.mkdir()
        for number, seed in enumerate(target.seeds()):
            (corpus / str(number)).write_bytes(seed)

        def run(data: bytes) -> None:
            try:
                target.run(data, Folder(str(folder)))
            except target.raises:
                pass

        limits = ["-timeout=5", "-rss_limit_mb=2048", *options]
        atheris.Setup([sys.argv[0], *limits, str(corpus)], run)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
