"""Evaluation metrics: the quality of predictions, accumulated over many batches.

A metric adds to ``sum_metric`` and ``num_inst`` with each batch; ``get`` returns their quotient.
The ``global_`` pair is not reset by ``reset_local``.
"""

from __future__ import annotations

from .. import ndarray as ndarray, registry as registry
from .._text.parameter_docs import METRICS as _DOCS
from .._text.reprs import document as _document
from ._base import EvalMetric, alias as alias, check_label_shapes, register as register
from ._classification import (
    F1,
    MCC,
    PCC,
    Accuracy,
    CrossEntropy,
    NegativeLogLikelihood,
    Perplexity,
    TopKAccuracy,
    _BinaryClassificationMetrics as _BinaryClassificationMetrics,
)
from ._composite import CompositeEvalMetric, create
from ._regression import MAE, MSE, RMSE, PearsonCorrelation
from ._values import Caffe, CustomMetric, Loss, Torch, np

__all__ = [
    "Accuracy", "Caffe", "CompositeEvalMetric", "CrossEntropy", "CustomMetric", "EvalMetric", "F1",
    "Loss", "MAE", "MCC", "MSE", "NegativeLogLikelihood", "PCC", "PearsonCorrelation", "Perplexity",
    "RMSE", "TopKAccuracy", "Torch", "check_label_shapes", "create", "np",
]  # fmt: skip

for _name in __all__:
    # Pickles and messages name the classes by this module, as MXNet's do.
    globals()[_name].__module__ = __name__

_document(globals(), _DOCS)
