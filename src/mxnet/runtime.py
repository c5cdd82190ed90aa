"""The features of this installation: ``mx.runtime.Features().is_enabled("CUDA")``."""

from __future__ import annotations

import collections
import importlib.util
import platform
from dataclasses import dataclass

import torch

from ._core import declined
from .base import check_call

__all__ = ["Feature", "Features", "check_call", "declined_plans", "feature_list"]


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that an installation may have."""

    name: str
    enabled: bool

    def __repr__(self):
        return f"{'✔' if self.enabled else '✖'} {self.name}"


class Features(collections.OrderedDict):
    """All features by name; there is only one instance.

    >>> Features().is_enabled("OPENMP") == Features()["OPENMP"].enabled
    True
    """

    instance = None

    def __new__(cls):
        if cls.instance is None:
            cls.instance = super().__new__(cls)
            cls.instance.update((feature.name, feature) for feature in feature_list())
        return cls.instance

    def __init__(self):
        super().__init__()

    def __repr__(self):
        return str(list(self.values()))

    def is_enabled(self, feature_name):
        """Return whether a feature is enabled; the name is case-insensitive."""
        try:
            return self[feature_name.upper()].enabled
        except KeyError:
            raise RuntimeError(
                f"Feature '{feature_name}' is unknown, known features are: {list(self)}"
            ) from None


def feature_list():
    """Return all features, in MXNet's order."""
    return [Feature(name, bool(enabled)) for name, enabled in _detect_features().items()]


def _detect_features() -> dict[str, bool]:
    """Detect the features of torch and the machine; those of MXNet's own build are off."""
    x86 = platform.machine().lower() in ("x86_64", "amd64")
    avx2 = torch.backends.cpu.get_cpu_capability().startswith(("AVX2", "AVX512"))
    return {
        "CUDA": torch.backends.cuda.is_built(),
        "CUDNN": torch.backends.cudnn.is_available(),
        "NCCL": torch.distributed.is_available() and torch.distributed.is_nccl_available(),
        "CUDA_RTC": False,
        "TENSORRT": False,
        "CPU_SSE": x86,
        "CPU_SSE2": x86,
        "CPU_SSE3": avx2,
        "CPU_SSE4_1": avx2,
        "CPU_SSE4_2": avx2,
        "CPU_SSE4A": False,
        "CPU_AVX": avx2,
        "CPU_AVX2": avx2,
        "OPENMP": torch.backends.openmp.is_available(),
        "SSE": x86,
        "F16C": avx2,
        "JEMALLOC": False,
        "BLAS_OPEN": "BLAS_INFO=open" in torch.__config__.show(),
        "BLAS_ATLAS": False,
        "BLAS_MKL": torch.backends.mkl.is_available(),
        "BLAS_APPLE": "BLAS_INFO=accelerate" in torch.__config__.show(),
        "LAPACK": "LAPACK_INFO=" in torch.__config__.show(),
        "MKLDNN": torch.backends.mkldnn.is_available(),
        "OPENCV": importlib.util.find_spec("cv2") is not None,
        "CAFFE": False,
        "PROFILER": False,
        "DIST_KVSTORE": torch.distributed.is_available(),
        "CXX14": False,
        "INT64_TENSOR_SIZE": True,
        "SIGNAL_HANDLER": False,
        "DEBUG": False,
        "TVM_OP": False,
    }


def declined_plans() -> dict[str, int]:
    """Return the reasons why graphs ran without a plan, with counts, since the process started.

    Hybridized blocks and executors run on plans: straight-line code that is fused and computes in
    place, including the gradient in training. A network without a plan runs more slowly, with the
    same results.
    """
    return dict(declined.counts)
