"""torch's private names are listed, looked up in one place, and each has a replacement."""

from __future__ import annotations

import importlib.util
import operator
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import nd
from mxnet._core import private_torch
from mxnet._graph.lower import to_torch
from mxnet.base import MXNetError

ROOT = pathlib.Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))


@pytest.fixture(scope="module")
def public():
    """The module of private names as it is where torch has none of them."""
    spec = importlib.util.spec_from_file_location("public_torch", private_torch.__file__)
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MXNET_PRIVATE_TORCH", "0")
        spec.loader.exec_module(module)
    return module


# --------------------------------------------------------------------------------------- the list


def test_the_page_lists_all_names():
    page = (ROOT / "docs" / "private-torch-names.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`torch\..*?) \|", page, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`torch\.([\w.]+)`", row)]
    assert sorted(listed) == sorted(private_torch.NAMES)


@pytest.mark.parametrize("name", private_torch.NAMES)
def test_the_installed_torch_has_it(name):
    assert operator.attrgetter(name)(torch) is not None


def test_they_are_used_nowhere_else():
    private = re.compile(
        r"\btorch\._[a-zA-Z]|^\s*(?:from|import) torch[\w.]*\._\w|^\s*from torch[\w.]* import _\w",
        re.MULTILINE,
    )
    names = [path.name for path in SOURCES if private.search(path.read_text(encoding="utf-8"))]
    assert not names


def test_a_name_that_torch_lost_is_replaced(monkeypatch):
    monkeypatch.delattr(torch, "_foreach_mul")
    assert private_torch._find("_foreach_mul", "fallback") == "fallback"
    assert private_torch._find("_C._no_such_name", None) is None
    del private_torch.NAMES[-2:]


# -------------------------------------------------------------------------------- the replacements


def tensors(count=3, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(4, 5, generator=generator) for _ in range(count)]


def step(module, name, **options):
    """Return weights and states after two steps of a fused optimizer."""
    weights, grads, *states = (tensors(2, seed) for seed in range(4))
    states[1] = [state.abs() for state in states[1]]
    update = getattr(module, name)
    for _ in range(2):
        if "sgd" in name:
            momenta = states[0] if options["momentum"] else []
            update(weights, grads, momenta, nesterov=False, maximize=False, **options)
        else:
            steps = [torch.tensor(torch.inf)] * 2
            update(weights, grads, *states, [], steps, amsgrad=False, maximize=False, **options)
    return weights + states[0] + states[1]


ADAM = {"lr": 0.1, "beta1": 0.9, "beta2": 0.99, "weight_decay": 0.01, "eps": 1e-8}
SGD = {"weight_decay": 0.01, "lr": 0.1, "dampening": 0.0, "is_first_step": False}


def for_each(name, *others, **options):
    """Return a row: the tensors of a list, or the result, after a function for all of them."""

    def run(module):
        arrays = [array.abs() for array in tensors()]
        result = getattr(module, f"foreach_{name}")(arrays, *others, **options)
        return arrays if name.endswith("_") else result

    return run


LIST, VALUE = tensors(3, 1), {"value": -0.5}
CLASSES = torch.tensor([0, 3, 4, 1])
NO_LABEL = None, 0, -100
ROWS = {
    "add": for_each("add", LIST, alpha=0.5),
    "add a number": for_each("add", 0.5),
    "add_": for_each("add_", LIST, alpha=0.5),
    "addcdiv_": for_each("addcdiv_", LIST, LIST, **VALUE),
    "addcmul": for_each("addcmul", LIST, LIST, **VALUE),
    "addcmul_": for_each("addcmul_", LIST, LIST, **VALUE),
    "copy_": for_each("copy_", LIST),
    "div": for_each("div", 3.0),
    "div_": for_each("div_", LIST),
    "mul": for_each("mul", 3.0),
    "mul by a tensor": for_each("mul", torch.tensor(3.0)),
    "mul_": for_each("mul_", 3.0),
    "mul_ by tensors": for_each("mul_", [torch.tensor(float(i)) for i in range(3)]),
    "norm": for_each("norm"),
    "sign": for_each("sign"),
    "sqrt_": for_each("sqrt_"),
    "zero_": for_each("zero_"),
    "sgd": lambda module: step(module, "fused_sgd_", momentum=0.0, **SGD),
    "sgd with momentum": lambda module: step(
        module, "fused_sgd_", momentum=0.9, **SGD | {"lr": -1.0, "dampening": 1.1}
    ),
    "adam": lambda module: step(module, "fused_adam_", **ADAM),
    "adamw": lambda module: step(module, "fused_adamw_", **ADAM),
    "gradient of log_softmax": lambda module: [
        module.log_softmax_backward_data(
            tensors()[0], tensors()[1].log_softmax(1), 1, torch.float32
        )
    ],
    "cross entropy": lambda module: [
        module.cross_entropy_loss(tensors()[0], CLASSES, *NO_LABEL)
    ],
    "negative logarithms": lambda module: [
        module.nll_loss(tensors()[0].log_softmax(1), CLASSES, *NO_LABEL)
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_a_replacement_computes_the_same(name, public):
    for ours, theirs in zip(ROWS[name](public), ROWS[name](private_torch), strict=True):
        torch.testing.assert_close(ours, theirs, rtol=1e-5, atol=1e-6)


def test_recording_is_switched(public):
    with torch.no_grad():
        public.set_grad_enabled(True)
        assert torch.is_grad_enabled()
        public.set_grad_enabled(False)
        assert not torch.is_grad_enabled()


def test_nothing_is_passed_on_to_threads(public):
    public.set_engine_state("key", 1)
    assert public.get_engine_state("key", 2) == 2


def test_memory_counts_as_shared(public):
    tensor = torch.ones(3)
    assert public.is_shared(tensor) and not private_torch.is_shared(tensor)
    assert public.is_zero_tensor(tensor) and not private_torch.is_zero_tensor(tensor)


def test_gamma_samples_follow_the_generator(public):
    def draw(seed):
        before = torch.get_rng_state()
        generator = torch.Generator().manual_seed(seed)
        samples = public.standard_gamma(torch.full((5000,), 3.0), generator=generator)
        assert torch.equal(torch.get_rng_state(), before)
        return samples

    assert torch.equal(draw(1), draw(1)) and not torch.equal(draw(1), draw(2))
    assert abs(draw(1).mean() - 3) < 0.2 and abs(draw(1).var() - 3) < 0.4


def test_exported_modules_need_pytree(monkeypatch):
    net = mx.gluon.nn.Dense(2, in_units=3)
    net.initialize()
    monkeypatch.setattr(to_torch, "pytree", None)
    with pytest.raises(MXNetError, match=r"has no torch\.utils\._pytree.*older torch"):
        net.to_torch(nd.ones((1, 3)))


def test_exported_modules_without_assertions(monkeypatch):
    net = mx.gluon.nn.Dense(2, in_units=3)
    net.initialize()
    monkeypatch.setattr(to_torch, "assert_condition", None)
    result = net.to_torch(nd.ones((1, 3)))(torch.ones(1, 3))
    np.testing.assert_allclose(result.detach(), net(nd.ones((1, 3))).asnumpy(), rtol=1e-6)


def test_convolutions_without_graphs(public):
    """How they are computed then is tested in ``graph/test_chains.py``."""
    assert private_torch.HAS_GRAPHS and not public.HAS_GRAPHS


def test_all_of_it_without_private_names():
    """Train, save, load and predict in a process in which torch has none of them."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/smoke"]
    environment = os.environ | {"MXNET_PRIVATE_TORCH": "0"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
