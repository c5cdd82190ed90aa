"""Every layer and loss gives on arrays of mx.np what the real 1.9.1 gives on those of mx.nd."""

from __future__ import annotations

import numpy as onp
import pytest

import mxnet as mx
from mxnet import np, npx
from tests.contracts.block_samples import SAMPLES
from tests.contracts.check_block import set_values
from tests.golden import archive
from tests.unit.gluon.layer_cases import GOLDEN, LAYERS, LOSSES, name_of, run

pytestmark = pytest.mark.filterwarnings("ignore:All children of this Sequential")

EXPECTED = archive.load(GOLDEN)


@pytest.fixture(autouse=True)
def numpy_mode():
    npx.set_np()
    yield
    npx.reset_np()


@pytest.mark.parametrize("hybridize", [False, True], ids=["eager", "graph"])
@pytest.mark.parametrize("case", LAYERS + LOSSES, ids=name_of)
def test_the_same_as_on_arrays_of_nd(case, hybridize):
    for part, ours in run(mx, case, array=np.array, hybridize=hybridize).items():
        theirs = EXPECTED[f"{name_of(case)}/{part}"]
        assert ours.shape == theirs.shape, part
        onp.testing.assert_allclose(ours, theirs, 1e-4, 1e-5, err_msg=part)


@pytest.mark.parametrize("hybridize", [False, True], ids=["eager", "graph"])
@pytest.mark.parametrize("sample", SAMPLES, ids=str)
def test_the_class_is_kept(sample, hybridize):
    data = sample.input()
    results = []
    for active in (False, True):
        with mx.np_shape(active), mx.np_array(active):
            block = sample.make()
            block.initialize()
            if hybridize:
                block.hybridize()
            x = data.as_np_ndarray() if active else data
            sample.call(block, x)
            set_values(block)
            results.append(sample.call(block, x))
            parameters = {type(p.data()) for p in block.collect_params().values()}
            assert parameters <= {np.ndarray if active else mx.nd.NDArray}
    classic, ours = results
    assert type(ours) is np.ndarray
    onp.testing.assert_allclose(ours.asnumpy(), classic.asnumpy(), 1e-5, 1e-6)
