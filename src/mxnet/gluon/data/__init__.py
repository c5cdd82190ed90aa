"""Datasets, samplers and data loaders."""

from ..._core.lazy import lazy_attributes as _lazy_attributes
from .dataloader import *  # noqa: F403
from .dataset import *  # noqa: F403
from .sampler import *  # noqa: F403

__all__ = ["vision"]  # noqa: F405
__all__ += dataset.__all__ + sampler.__all__ + dataloader.__all__  # noqa: F405

# Images are imported lazily: workers of other data need neither layers nor graphs.
__getattr__ = _lazy_attributes(
    __name__,
    {"vision": "mxnet.gluon.data.vision"},
    {
        "Subset": "dataset.filter(function) and dataset.take(count) select samples.",
        "TensorDataset": "ArrayDataset(*arrays) has the elements of arrays as samples.",
        "random_split": "DataLoader(..., sampler=positions) loads the samples of a list.",
    },
)


def __dir__():
    """List the available names, loaded or not."""
    return sorted({*globals(), *__all__})
