"""Extensions compiled for MXNet's C++ core are refused with a helpful message."""

import pytest

import mxnet as mx


def test_kernels_as_text_are_refused():
    with pytest.raises(mx.MXNetError, match=r"mx.rtc: CUDA kernels.*autograd.Function or a Custom"):
        mx.rtc.CudaModule("__global__ void f() {}", exports=["f"])
    with pytest.raises(mx.MXNetError, match=r"mx.rtc: CUDA kernels"):
        mx.rtc.CudaKernel(None, "f", [], [])


def test_libraries_are_refused(tmp_path):
    with pytest.raises(mx.MXNetError, match="load path nowhere.so does NOT exist"):
        mx.library.load("nowhere.so")
    text, compiled = tmp_path / "a.txt", tmp_path / "a.so"
    text.touch()
    compiled.touch()
    with pytest.raises(mx.MXNetError, match="a.txt is NOT a library file"):
        mx.library.load(str(text))
    with pytest.raises(mx.MXNetError, match=r"a.so' is compiled for MXNet's own core.*CustomOp"):
        mx.library.load(str(compiled), verbose=False)


def test_functions_of_lua_torch_are_refused():
    assert mx.torch is mx.th
    assert not hasattr(mx.th, "__path__")
    with pytest.raises(AttributeError, match=r"mx.th.abs: functions of Lua Torch 7.*from_dlpack"):
        mx.th.abs(mx.nd.ones(1))


@pytest.mark.parametrize("name", mx.notebook.callback.__all__)
def test_charts_of_notebooks_are_refused(name):
    with pytest.raises(mx.MXNetError, match=r"mx.notebook: charts.*Estimator.fit"):
        getattr(mx.notebook.callback, name)("accuracy")
