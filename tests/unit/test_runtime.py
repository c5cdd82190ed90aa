"""``mx.runtime`` and ``mx.libinfo``: what this installation is and can do."""

import pytest
import torch

import mxnet as mx
from mxnet import MXNetError, runtime

# the features that 1.9.1 lists, in its order
NAMES = """
    CUDA CUDNN NCCL CUDA_RTC TENSORRT CPU_SSE CPU_SSE2 CPU_SSE3 CPU_SSE4_1 CPU_SSE4_2 CPU_SSE4A
    CPU_AVX CPU_AVX2 OPENMP SSE F16C JEMALLOC BLAS_OPEN BLAS_ATLAS BLAS_MKL BLAS_APPLE LAPACK
    MKLDNN OPENCV CAFFE PROFILER DIST_KVSTORE CXX14 INT64_TENSOR_SIZE SIGNAL_HANDLER DEBUG TVM_OP
""".split()


def test_features():
    features = runtime.Features()
    assert list(features) == [f.name for f in runtime.feature_list()] == NAMES
    assert runtime.Features() is features is runtime.Features.instance
    assert (
        features.is_enabled("INT64_TENSOR_SIZE") is features.is_enabled("int64_tensor_size") is True
    )
    assert features.is_enabled("CAFFE") is False
    assert features.is_enabled("CUDA") is torch.backends.cuda.is_built()
    assert features["OPENMP"].enabled is torch.backends.openmp.is_available()
    assert repr(features["CAFFE"]) == "✖ CAFFE"
    assert repr(features).startswith("[") and "✔ INT64_TENSOR_SIZE" in repr(features)


def test_unknown_features_are_refused():
    with pytest.raises(RuntimeError, match="Feature 'FOO' is unknown, known features are: .'CUDA'"):
        runtime.Features().is_enabled("FOO")


def test_version():
    assert mx.libinfo.__version__ == mx.__version__


def test_there_is_no_library_to_link():
    for find in (mx.libinfo.find_lib_path, mx.libinfo.find_include_path):
        with pytest.raises(MXNetError, match="no .* in this package"):
            find()
