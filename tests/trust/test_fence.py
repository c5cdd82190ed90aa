"""The short run of ``fence.py``."""

import pytest

from . import fence


@pytest.mark.skipif(fence.compiler() is None, reason="there is no C compiler for Linux")
def test_nothing_is_touched_beyond_its_memory():
    done = fence.start()
    last = "\n".join(done.stdout.splitlines()[-1:])
    assert done.returncode == 0, f"exit status {done.returncode} in {last}\n{done.stderr[-2000:]}"
    assert last.endswith("all kept")
