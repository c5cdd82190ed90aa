"""Modules implemented in Python, without a symbol."""

from __future__ import annotations

import logging

from .. import ndarray as nd
from ..initializer import Uniform
from .base_module import BaseModule

__all__ = ["PythonLossModule", "PythonModule"]


class PythonModule(BaseModule):
    """The base class of modules without parameters that compute in Python.

    A subclass defines ``_compute_output_shapes``, ``forward``, ``backward``, ``get_outputs`` and
    ``get_input_grads``.
    """

    def __init__(self, data_names, label_names, output_names, logger=logging):
        super().__init__(logger=logger)
        self._data_names = list(data_names) if isinstance(data_names, tuple) else data_names
        self._label_names = list(label_names) if isinstance(label_names, tuple) else label_names
        self._output_names = output_names
        self._data_shapes = self._label_shapes = self._output_shapes = None

    @property
    def output_names(self):
        """The names of the outputs."""
        return self._output_names

    @property
    def data_names(self):
        """The names of the data inputs."""
        return self._data_names

    @property
    def output_shapes(self):
        """The (name, shape) pairs of the outputs."""
        return self._output_shapes

    @property
    def label_shapes(self):
        """The descriptions of the labels."""
        return self._label_shapes

    @property
    def data_shapes(self):
        """The descriptions of the data inputs."""
        return self._data_shapes

    def get_params(self):
        """Return empty dictionaries: there are no parameters."""
        return {}, {}

    def init_params(
        self, initializer=Uniform(0.01),  # noqa: B008
        arg_params=None, aux_params=None, allow_missing=False, force_init=False, allow_extra=False,
    ):  # fmt: skip
        """Do nothing: there are no parameters."""
        self.params_initialized = True

    def init_optimizer(
        self, kvstore="local", optimizer="sgd", optimizer_params=(("learning_rate", 0.01),),
        force_init=False,
    ):  # fmt: skip
        """Do nothing: there are no parameters."""
        self.optimizer_initialized = True

    def update(self):
        """Do nothing: there are no parameters."""

    def update_metric(self, eval_metric, labels, pre_sliced=False):
        """Update a metric with labels and outputs, if the module has labels."""
        if pre_sliced and self._label_shapes is not None:
            raise RuntimeError("PythonModule does not support presliced labels")
        if self._label_shapes is None:
            return
        eval_metric.update_dict(
            dict(zip(self._label_names, labels, strict=False)),
            dict(zip(self._output_names, self.get_outputs(), strict=True)),
        )

    def bind(
        self, data_shapes, label_shapes=None, for_training=True, inputs_need_grad=False,
        force_rebind=False, shared_module=None, grad_req="write",
    ):  # fmt: skip
        """Store the shapes of the inputs and compute those of the outputs."""
        if not force_rebind and self._keeps_binding():
            return
        if grad_req != "write":
            raise AssertionError(
                f"Python module only support write gradient, got grad_req={grad_req!r}"
            )
        for what, names, shapes in (
            ("data", self._data_names, data_shapes),
            ("label", self._label_names, label_shapes),
        ):
            if shapes is not None and [entry[0] for entry in shapes] != list(names or []):
                raise AssertionError(f"the {what}_shapes {shapes} are not those of {names}")
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self._data_shapes, self._label_shapes = data_shapes, label_shapes
        self._output_shapes = self._compute_output_shapes()
        self.binded = True

    def _compute_output_shapes(self):
        """Return (name, shape) pairs of the outputs for the bound shapes."""
        raise self._missing("_compute_output_shapes")


class PythonLossModule(PythonModule):
    """A loss with a gradient computed by a Python function.

    Its output is its data; ``grad_func(scores, labels)`` returns the gradient, as an NDArray or
    convertible to one. A subclass may define ``_backward_impl`` instead.
    """

    def __init__(
        self, name="pyloss", data_names=("data",), label_names=("softmax_label",), logger=logging,
        grad_func=None,
    ):  # fmt: skip
        super().__init__(data_names, label_names, [f"{name}_output"], logger=logger)
        if len(self._data_names) != 1 or len(self._label_names) != 1:
            raise AssertionError("PythonLossModule takes one data array and one label array")
        if grad_func is not None and not callable(grad_func):
            raise AssertionError(f"grad_func must be a function, got {grad_func!r}")
        self._name = name
        self._scores = self._labels = self._scores_grad = None
        self._grad_func = grad_func

    def _compute_output_shapes(self):
        return [(f"{self._name}_output", self._data_shapes[0][1])]

    def forward(self, data_batch, is_train=None):
        """Store scores and, in training, labels."""
        self._scores = data_batch.data[0]
        if self.for_training if is_train is None else is_train:
            self._labels = data_batch.label[0]

    def get_outputs(self, merge_multi_context=True):
        """Return the scores."""
        return [self._scores]

    def backward(self, out_grads=None):
        """Compute the gradient of the scores."""
        if out_grads is not None:
            raise AssertionError("For a loss module, out_grads should be None")
        if not self.for_training:
            raise AssertionError("re-bind with for_training=True to run backward")
        self._backward_impl()

    def _backward_impl(self):
        if self._grad_func is None:
            raise self._missing("_backward_impl, and grad_func is not given")
        grad = self._grad_func(self._scores, self._labels)
        self._scores_grad = grad if isinstance(grad, nd.NDArray) else nd.array(grad)

    def get_input_grads(self, merge_multi_context=True):
        """Return the gradient of the scores."""
        return [self._scores_grad]
