"""Checkpoint: everything needed to resume training bit for bit, in one file."""

from __future__ import annotations

import os

from .. import random as mx_random
from .._formats.local import local_path, reading, replacing
from ..base import MXNetError
from ..ndarray import NDArray
from ..optimizer import Optimizer, _states
from ._parameter_dict import abbreviate, load_all
from .block import Block
from .data._random_state import get_global_state, set_global_state
from .trainer import Trainer

__all__ = ["Checkpoint"]

FORMAT, VERSION = "mxnet checkpoint", 1


class Checkpoint:
    """Saves everything that a training loop depends on to one file, and restores it later.

    This includes all parts passed here (parameters of networks; optimizers, their states and
    schedules, and AMP loss scales of trainers; order and position of loaders and samplers; any
    other object with ``get_state`` and ``set_state``) and the random generators of MXNet, NumPy and
    Python. A loop that is killed and restarted computes the same as without the interruption.

    The file is plain data: it is replaced at one moment when it is complete, and loading one
    executes nothing in it. A file that does not fit is refused, and nothing changes then.

    Parameters
    ----------
    path : str or path
        The file name.
    **parts : Block, Trainer, DataLoader, Sampler, ...
        The objects to save, with names of your choice.

    Examples
    --------
    >>> from mxnet import autograd, gluon, nd
    >>> net = gluon.nn.Dense(1, in_units=2)
    >>> net.initialize()
    >>> trainer = gluon.Trainer(net.collect_params(), "adam")
    >>> dataset = gluon.data.ArrayDataset(nd.ones((8, 2)))
    >>> loader = gluon.data.DataLoader(dataset, batch_size=2, shuffle=True)
    >>> checkpoint = gluon.Checkpoint("run.ckpt", net=net, trainer=trainer, loader=loader)
    >>> for epoch in range(checkpoint.resume(epoch=0)["epoch"], 2):
    ...     for batch in loader:
    ...         with autograd.record():
    ...             loss = net(batch)
    ...         loss.backward()
    ...         trainer.step(len(batch))
    ...         checkpoint.save(epoch=epoch)
    >>> checkpoint.resume()
    {'epoch': 1}
    """

    def __init__(self, path, **parts):
        self.path = path
        self._parts = {name: _part(name, value) for name, value in parts.items()}

    def __repr__(self):
        return f"Checkpoint({os.fspath(self.path)!r}: {', '.join(self._parts) or 'no parts'})"

    def save(self, **progress):
        """Write the file; ``progress`` is plain data that ``resume`` returns.

        Gradients are not saved: call this after ``trainer.step``, not before it.
        """
        content = {
            "format": FORMAT,
            "version": VERSION,
            "progress": progress,
            "random": _get_random(),
            "parts": self._get_parts(),
        }
        data = _states.dump(content)
        with replacing(self.path) as stream:
            stream.write(data)

    def resume(self, **start):
        """Restore the parts from the file and return the values that were passed to ``save``.

        If there is no file, nothing changes, and the values passed here are returned.
        """
        if not os.path.exists(local_path(self.path)):
            return start
        try:
            content = self._read()
            copies = self._check(content["parts"])
        except (MXNetError, AssertionError) as error:
            raise MXNetError(f"{os.fspath(self.path)!r}: {error}") from error
        previous = _get_random()
        try:
            # First, because it rejects a damaged state before anything has changed.
            _set_random(content["random"])
            self._restore_others(content["parts"])
        except BaseException:
            _set_random(previous)
            raise
        load_all({p: arrays[0] for p, arrays in copies.items()}, None, False, "current")
        for name, part in self._parts_of(_TrainerPart):
            part.value._set_state(content["parts"][name])
        # After the trainers, whose stores copy the values of the first context to all others.
        for parameter, arrays in copies.items():
            _set_each_context(parameter, arrays)
        _set_random(content["random"])
        return content["progress"]

    def _read(self) -> dict:
        with reading(self.path) as (stream, size):
            content = _states.load(stream.read(size))
        if not isinstance(content, dict) or content.get("format") != FORMAT:
            raise MXNetError("this is not a checkpoint written by Checkpoint.save")
        version = content.get("version")
        if version != VERSION:
            raise MXNetError(f"its version is {version!r:.20}, this release reads {VERSION}")
        for key in ("progress", "random", "parts"):
            if not isinstance(content.get(key), dict):
                raise MXNetError(f"this is not a checkpoint: {key} is missing")
        missing = [name for name in self._parts if name not in content["parts"]]
        strange = [name for name in content["parts"] if name not in self._parts]
        if missing or strange:
            raise MXNetError(
                f"the checkpoint holds {abbreviate(content['parts'])}; expected are "
                f"{abbreviate(self._parts)}"
            )
        return content

    def _get_parts(self) -> dict:
        parts = {name: part.get() for name, part in self._parts.items()}
        for name, part in self._parts_of(_TrainerPart):
            parts[name]["order"] = self._order_of(part.value)
        return parts

    def _order_of(self, trainer: Trainer) -> list:
        """Return the parameters of a trainer as names of parts and their structural names."""
        keys = {
            parameter: f"{name}: {key}"
            for name, part in self._parts_of(_BlockPart)
            for key, parameter in part.value._collect_params_with_prefix().items()
        }
        return [keys.get(parameter) for parameter in trainer._params]

    def _parts_of(self, kind: type) -> list:
        return [(name, part) for name, part in self._parts.items() if isinstance(part, kind)]

    def _check(self, states: dict) -> dict:
        """Check the values for networks and trainers; return the arrays of each parameter."""
        copies: dict = {}
        for name, part in self._parts_of(_BlockPart):
            copies |= part.check(states[name])
        for name, part in self._parts_of(_TrainerPart):
            _renumber(states[name], self._order_of(part.value))
            part.value._check_state(states[name], {p: arrays[0] for p, arrays in copies.items()})
        return copies

    def _restore_others(self, states: dict) -> None:
        """Restore loaders and similar objects, which check their states themselves."""
        done = []
        try:
            for name, part in self._parts_of(_StatefulPart):
                done.append((part, part.get()))
                part.value.set_state(states[name])
        except BaseException:
            for part, previous in reversed(done):
                part.value.set_state(previous)
            raise


def _get_random() -> dict:
    return {"mxnet": mx_random.get_state(), **get_global_state()}


def _set_random(state: dict) -> None:
    mx_random.set_state(state.get("mxnet"))
    set_global_state(state)


def _part(name, value):
    if isinstance(value, Block):
        return _BlockPart(name, value)
    if isinstance(value, Trainer):
        return _TrainerPart(name, value)
    if callable(getattr(value, "get_state", None)) and callable(getattr(value, "set_state", None)):
        return _StatefulPart(name, value)
    raise TypeError(
        f"{name} is a {type(value).__name__}: a checkpoint saves blocks, trainers, and what has "
        "get_state() and set_state(state)"
    )


class _Part:
    def __init__(self, name, value):
        self.name, self.value = name, value


class _StatefulPart(_Part):
    def get(self):
        return self.value.get_state()


class _BlockPart(_Part):
    """The parameters of a block on each context, by structural name."""

    def get(self):
        arrays = {}
        for key, parameter in self.value._collect_params_with_prefix().items():
            if parameter._data is None:
                raise MXNetError(
                    f"cannot save {self.name}: parameter '{key}' has no value yet. Call the "
                    "network once, or initialize it with known sizes, before saving"
                )
            arrays[key] = _of_all_contexts(parameter)
        return arrays

    def check(self, state) -> dict:
        """Return the new arrays of each parameter, one for each context."""
        params = self.value._collect_params_with_prefix()
        if not isinstance(state, dict) or set(state) != set(params):
            theirs = abbreviate(state) if isinstance(state, dict) else "none"
            raise MXNetError(
                f"{self.name} has the parameters {abbreviate(params)}, the checkpoint {theirs}"
            )
        copies = {params[key]: _list_arrays(key, value) for key, value in state.items()}
        for parameter, arrays in copies.items():
            parameter._check_loadable(arrays[0], None, False, "current")
            if any((a.shape, a.dtype) != (arrays[0].shape, arrays[0].dtype) for a in arrays):
                raise MXNetError(f"the values of {parameter.name} differ in shape or type")
        return copies


def _of_all_contexts(parameter):
    """Return the value, or a list of values of several contexts, whose statistics may differ."""
    if parameter._stype != "default" or len(parameter._data) == 1:
        return parameter._reduce()
    return parameter.list_data()


def _set_each_context(parameter, arrays) -> None:
    """Set the value of each context; if the contexts have changed, all get the first value."""
    if parameter._data is not None and len(arrays) == len(parameter._data) > 1:
        for own, array in zip(parameter._data, arrays, strict=True):
            array.copyto(own)


def _list_arrays(key, value) -> list[NDArray]:
    arrays = value if isinstance(value, list) else [value]
    if not arrays or not all(isinstance(array, NDArray) for array in arrays):
        raise MXNetError(f"the value of '{key}' in the checkpoint is not an array")
    return arrays


def _renumber(state, order: list) -> None:
    """Give the states of a trainer the numbers that its parameters have here.

    A trainer sorts its parameters by name, and names have other numbers if a network is built again
    in the same process: ``dense8_`` and ``dense9_`` may become ``dense9_`` and ``dense10_``.
    """
    match state:
        case {
            "order": list(previous),
            "states": dict(states),
            "optimizer": Optimizer(_all_index_update_counts=dict(counts)) as optimizer,
        }:
            known = all(isinstance(key, str) for key in previous)
            if previous == order or not known or sorted(previous) != sorted(map(str, order)):
                return
            places = {number: order.index(key) for number, key in enumerate(previous)}
            current = optimizer._index_update_count  # usually one of the others
            every = {id(each): each for each in (states, current, *counts.values())}
            for numbered in every.values():
                _replace_keys(numbered, places)
            state["order"] = order


def _replace_keys(numbered, places: dict) -> None:
    if isinstance(numbered, dict):
        items = {places.get(key, key): value for key, value in numbered.items()}
        numbered.clear()
        numbered.update(items)


class _TrainerPart(_Part):
    def get(self):
        return self.value._get_state()
