"""A group of executors, one for each device, each of which runs its part of a batch."""

from __future__ import annotations

import logging

from ..base import MXNetError
from ..context import cpu
from ..io import DataDesc
from ..ndarray import NDArray
from ._inputs import as_descriptions
from ._parts import (
    concatenate_devices,
    copy_into,
    load,
    prepare_group2ctxs,
    slice_batch,
    split_input_slice,
)

__all__ = ["DataParallelExecutorGroup"]


class DataParallelExecutorGroup:
    """Executors of one symbol on several contexts, each of which processes a part of a batch.

    Arrays are stored in lists: ``param_arrays[i][k]`` is parameter ``i`` on context ``k``,
    ``data_arrays[i][k]`` a slice of the batch and the array it is copied to. With ``shared_group``,
    the parameters are those of another group, and inputs use the same memory.
    """

    def __init__(
        self, symbol, contexts, workload, data_shapes, label_shapes, param_names, for_training,
        inputs_need_grad, shared_group=None, logger=logging, fixed_param_names=None,
        grad_req="write", state_names=None, group2ctxs=None,
    ):  # fmt: skip
        self.symbol = symbol
        self.contexts = contexts
        self.workload = workload
        self.param_names = param_names
        self.arg_names = symbol.list_arguments()
        self.aux_names = symbol.list_auxiliary_states()
        self.output_names = symbol.list_outputs()
        self.num_outputs = len(self.output_names)
        self.for_training = for_training
        self.inputs_need_grad = inputs_need_grad
        self.fixed_param_names = list(fixed_param_names or [])
        self.state_names = list(state_names or [])
        self.group2ctxs = prepare_group2ctxs(group2ctxs, len(contexts))
        self.logger = logger
        self._total_exec_bytes = 0
        # inputs of all groups that share memory with this one, by name
        self.shared_data_arrays = (
            [{} for _ in contexts] if shared_group is None else shared_group.shared_data_arrays
        )
        self.output_layouts = [
            DataDesc.get_batch_axis(symbol[name].attr("__layout__")) for name in self.output_names
        ]
        self._describe(data_shapes, label_shapes)
        self.grad_req = self._grad_requests(grad_req)
        self.execs = [self._bind(i, shared_group) for i in range(len(contexts))]
        self._collect_arrays()

    # ------------------------------------------------------------------------------- shapes

    def _describe(self, data_shapes, label_shapes):
        self.data_shapes = as_descriptions(data_shapes)
        self.label_shapes = None if label_shapes is None else as_descriptions(label_shapes)
        self.data_names = [description.name for description in self.data_shapes]
        self.label_names = [description.name for description in self.label_shapes or ()]
        self.batch_size = None
        self.data_layouts = self.decide_slices(self.data_shapes)
        self.label_layouts = self.decide_slices(self.label_shapes or ())

    def decide_slices(self, data_shapes):
        """Distribute the batch over the contexts; return the batch axis of each input."""
        axes = [DataDesc.get_batch_axis(getattr(d, "layout", "NCHW")) for d in data_shapes]
        for (name, shape), axis in zip(data_shapes, axes, strict=True):
            if axis == -1:
                continue
            if self.batch_size is None:
                self.batch_size = shape[axis]
                self.slices = split_input_slice(self.batch_size, self.workload)
            elif shape[axis] != self.batch_size:
                raise AssertionError(
                    f"all data must have the same batch size: batch_size = {self.batch_size}, but "
                    f"{name} has shape {shape}"
                )
        return axes

    def _inputs(self):
        """Return the descriptions of data and labels, with their batch axes."""
        descriptions = [*self.data_shapes, *(self.label_shapes or ())]
        return list(zip(descriptions, self.data_layouts + self.label_layouts, strict=True))

    def _shapes_of(self, i) -> dict:
        """Return the shapes of the inputs of one context, by name."""
        arguments = set(self.arg_names)  # a label may only be used by the metric
        return {
            description.name: self._part_of(description.shape, axis, i)
            for description, axis in self._inputs()
            if description.name in arguments
        }

    def _part_of(self, shape, axis, i):
        shape = tuple(shape)
        if axis < 0:
            return shape
        part = self.slices[i]
        return (*shape[:axis], part.stop - part.start, *shape[axis + 1 :])

    def get_output_shapes(self):
        """Return (name, shape) pairs of the outputs for the entire batch."""
        arguments = {name: array.shape for name, array in self.execs[0].arg_dict.items()}
        _, shapes, _ = self.symbol.infer_shape(**arguments)
        return [
            (name, shape if axis < 0 else (*shape[:axis], self.batch_size, *shape[axis + 1 :]))
            for name, shape, axis in zip(
                self.output_names, shapes, self.output_layouts, strict=True
            )
        ]

    # ------------------------------------------------------------------------------- binding

    def _grad_requests(self, grad_req) -> dict[str, str]:
        requests = dict.fromkeys(self.arg_names, "null")
        if not self.for_training:
            return requests
        if isinstance(grad_req, str):
            requests |= {n: grad_req for n in self.param_names if n not in self.fixed_param_names}
            if self.inputs_need_grad:
                requests |= dict.fromkeys(self.data_names, grad_req)
            return requests
        if isinstance(grad_req, list | tuple):
            if len(grad_req) != len(self.arg_names):
                raise AssertionError(
                    f"grad_req has {len(grad_req)} entries, the symbol {len(self.arg_names)} "
                    "arguments"
                )
            return dict(zip(self.arg_names, grad_req, strict=True))
        if not isinstance(grad_req, dict):
            raise ValueError("grad_req must be one of str, list, tuple, or dict.")
        return {**self._grad_requests("write"), **grad_req}

    def _bind(self, i, shared_group):
        types = {description.name: description.dtype for description, _ in self._inputs()}
        return self.symbol.simple_bind(
            ctx=self.contexts[i],
            grad_req=self.grad_req,
            type_dict=types,
            group2ctx=self.group2ctxs[i],
            shared_arg_names=self.param_names,
            shared_exec=None if shared_group is None else shared_group.execs[i],
            shared_buffer=self.shared_data_arrays[i],
            **self._shapes_of(i),
        )

    def bind_exec(self, data_shapes, label_shapes, shared_group=None, reshape=False):
        """Create new executors, or with ``reshape`` reshape the existing ones."""
        self._describe(data_shapes, label_shapes)
        if reshape:
            self.execs = [self._reshape(i, executor) for i, executor in enumerate(self.execs)]
        else:
            self.execs = [self._bind(i, shared_group) for i in range(len(self.contexts))]
        self._collect_arrays()

    def reshape(self, data_shapes, label_shapes):
        """Change the shapes of the inputs; the arrays of parameters are kept."""
        if data_shapes == self.data_shapes and label_shapes == self.label_shapes:
            return
        previous = self.data_shapes, self.label_shapes
        try:
            self.bind_exec(data_shapes, label_shapes, reshape=True)
        except BaseException:
            self._describe(*previous)
            raise

    def _reshape(self, i, executor):
        new = executor.reshape(partial_shaping=True, allow_up_sizing=True, **self._shapes_of(i))
        old_arrays, new_arrays = executor.arg_dict, new.arg_dict
        for name in self.param_names:
            if old_arrays[name].shape != new_arrays[name].shape:
                shapes = ", ".join(f"{name} {tuple(shape)}" for name, shape in self.data_shapes)
                raise MXNetError(
                    f"with inputs {shapes} the parameter '{name}' would have shape "
                    f"{new_arrays[name].shape}, it has {old_arrays[name].shape}: bind the module "
                    "with force_rebind=True and initialize it again, or pass other data"
                )
        return new

    def _collect_arrays(self):
        arguments = [executor.arg_dict for executor in self.execs]
        gradients = [executor.grad_dict for executor in self.execs]
        states = [executor.aux_dict for executor in self.execs]

        def of(dictionaries, names):
            return [[arrays[name] for arrays in dictionaries] for name in names]

        def parts(names):
            arrays = [of(arguments, [name])[0] if name in self.arg_names else [] for name in names]
            return [list(zip(self.slices, copies, strict=False)) for copies in arrays]

        self.data_arrays = parts(self.data_names)
        self.label_arrays = parts(self.label_names) if self.label_names else None
        self.state_arrays = of(arguments, self.state_names)
        own = [name for name in self.arg_names if name in set(self.param_names)]
        self.param_arrays = of(arguments, own)
        self.grad_arrays = of(gradients, own) if self.for_training else None
        self.input_grad_arrays = of(gradients, self.data_names) if self.inputs_need_grad else None
        self.aux_arrays = of(states, self.aux_names)

    # ---------------------------------------------------------------------------- parameters

    def set_params(self, arg_params, aux_params, allow_extra=False):
        """Copy parameters to all contexts."""
        for executor in self.execs:
            executor.copy_params_from(arg_params, aux_params, allow_extra_params=allow_extra)

    def get_params(self, arg_params, aux_params):
        """Copy parameters, averaged over the contexts, into arrays by name."""
        for names, arrays, targets in (
            (self.param_names, self.param_arrays, arg_params),
            (self.aux_names, self.aux_arrays, aux_params),
        ):
            for name, copies in zip(names, arrays, strict=True):
                mean = copies[0]
                if len(copies) > 1:
                    on_host = [copy.copyto(cpu()) for copy in copies]
                    mean = sum(on_host[1:], on_host[0]) / len(copies)
                copy_into(mean, targets[name])

    # -------------------------------------------------------------------------------- running

    def forward(self, data_batch, is_train=None):
        """Copy a batch to the contexts and run their executors."""
        self._load("data", data_batch, self.data_arrays, self.data_layouts)
        self._load("label", data_batch, self.label_arrays or [], self.label_layouts)
        if is_train is None:
            is_train = self.for_training
        for executor in self.execs:
            executor.forward(is_train=is_train)

    def _load(self, what, data_batch, targets, axes):
        if isinstance(data_batch, list):  # a batch for each context
            for i, batch in enumerate(data_batch):
                own = [[(slice(None), parts[i][1])] if parts else [] for parts in targets]
                load(getattr(batch, what, None) or (), own, [-1] * len(own))
            return
        sources = getattr(data_batch, what, None) or ()
        if what == "data" and len(sources) < len(targets):
            raise ValueError(
                f"the batch has {len(sources)} data arrays, the module expects {len(targets)}: "
                f"{', '.join(self.data_names)}"
            )
        load(sources, targets, axes)

    def backward(self, out_grads=None):
        """Run all executors backward."""
        if not self.for_training:
            raise AssertionError("re-bind with for_training=True to run backward")
        if out_grads is None:
            for executor in self.execs:
                executor.backward()
            return
        heads = [out_grads] if isinstance(out_grads, NDArray) else list(out_grads)
        for i, executor in enumerate(self.execs):
            part = [
                slice_batch(gradient, self.slices[i], axis).as_in_context(self.contexts[i])
                for gradient, axis in zip(heads, self.output_layouts, strict=False)
            ]
            executor.backward(out_grads=part or None)

    def get_outputs(self, merge_multi_context=True, begin=0, end=None):
        """Return the outputs: concatenated, or for each a list of the contexts' parts."""
        outputs = [executor.outputs[begin:end] for executor in self.execs]
        arrays = [list(parts) for parts in zip(*outputs, strict=True)]
        return (
            concatenate_devices(arrays, self.output_layouts[begin:])
            if merge_multi_context
            else arrays
        )

    def get_input_grads(self, merge_multi_context=True):
        """Return the gradients of the data: concatenated, or a list of parts for each."""
        arrays = self.input_grad_arrays
        return concatenate_devices(arrays, self.data_layouts) if merge_multi_context else arrays

    def get_states(self, merge_multi_context=True):
        """Return the states: concatenated, or for each a list of the contexts' parts."""
        arrays = self.state_arrays
        return concatenate_devices(arrays, [0] * len(arrays)) if merge_multi_context else arrays

    def set_states(self, states=None, value=None):
        """Set the states: to the values of ``get_states(False)``, or to one number."""
        if (states is None) == (value is None):
            raise AssertionError("set_states takes either states or value")
        if states is None:
            for arrays in self.state_arrays:
                for array in arrays:
                    array[:] = value
            return
        if len(states) != len(self.state_arrays):
            raise AssertionError(f"{len(self.state_arrays)} states are expected, got {len(states)}")
        for arrays, values in zip(self.state_arrays, states, strict=True):
            parts = values if isinstance(values, list | tuple) else self._split(values)
            for array, part in zip(arrays, parts, strict=True):
                array[:] = part.as_in_context(array.context)

    def _split(self, array):
        return [slice_batch(array, part, 0) for part in self.slices]

    def update_metric(self, eval_metric, labels, pre_sliced):
        """Update a metric with the labels and outputs of each context."""
        for i, executor in enumerate(self.execs):
            part = labels[i] if pre_sliced else self._labels_of(labels or (), i)
            outputs = zip(self.output_names, executor.outputs, strict=True)
            named = zip(self.label_names, part or (), strict=False)
            eval_metric.update_dict(dict(named), dict(outputs))

    def _labels_of(self, labels, i):
        axes = self.label_layouts
        return [slice_batch(n, self.slices[i], axis) for n, axis in zip(labels, axes, strict=False)]

    def install_monitor(self, mon):
        """Install a monitor on all executors."""
        for executor in self.execs:
            mon.install(executor)


# MXNet's names and parameters of these functions, which other programs use.
_split_input_slice, _prepare_group2ctxs = split_input_slice, prepare_group2ctxs
_merge_multi_context = concatenate_devices


def _load_general(data, targets, major_axis):
    """Copy each array of a batch, in parts along its axis, to the arrays of the devices."""
    load(data, targets, major_axis)


def _load_data(batch, targets, major_axis):
    """Copy the data of a batch to the arrays of the devices."""
    load(batch.data, targets, major_axis)


def _load_label(batch, targets, major_axis):
    """Copy the labels of a batch to the arrays of the devices."""
    load(batch.label, targets, major_axis)
