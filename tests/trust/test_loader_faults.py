"""The short run of ``loader_faults.py``: each fault once."""

import random
import sys

import pytest

from . import loader_faults

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="resources are read from /proc")


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("fault", loader_faults.FAULTS)
def test_forked_workers(fault):
    loader_faults.Case.draw(random.Random(fault), "fork", fault).run()
