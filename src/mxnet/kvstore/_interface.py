"""The interface of stores, and the registry of external stores."""

from __future__ import annotations

import warnings


class KVStoreBase:
    """The interface that the Trainer uses; registered subclasses are available in ``create``.

    A store needs ``broadcast``, ``pushpull``, ``is_capable`` and the three properties. One that can
    update weights itself (``is_capable("optimizer")``) also has ``set_optimizer``, ``push`` and
    ``pull``.
    """

    OPTIMIZER = "optimizer"
    kv_registry: dict[str, type] = {}

    def broadcast(self, key, value, out, priority=0):
        """Copy a value into every array of ``out``."""
        raise self._missing("broadcast")

    def pushpull(self, key, value, out=None, priority=0):
        """Sum the values of all devices into every array of ``out``, or of ``value``."""
        raise self._missing("pushpull")

    def is_capable(self, capability):
        """Return whether the store has a capability, such as ``KVStoreBase.OPTIMIZER``."""
        raise self._missing("is_capable")

    def set_optimizer(self, optimizer):
        """Make the store update weights with an optimizer."""
        raise self._missing("set_optimizer")

    def save_optimizer_states(self, fname, dump_optimizer=False):
        """Write the states of the store's optimizer to a file."""
        raise self._missing("save_optimizer_states")

    def load_optimizer_states(self, fname):
        """Read the states of the store's optimizer from a file."""
        raise self._missing("load_optimizer_states")

    @property
    def type(self):
        """The name of the store in ``create``."""
        raise self._missing("type")

    @property
    def rank(self):
        """The index of this worker process, from 0."""
        raise self._missing("rank")

    @property
    def num_workers(self):
        """The number of worker processes."""
        raise self._missing("num_workers")

    def _missing(self, name):
        return NotImplementedError(f"{type(self).__name__} does not define {name}")

    @staticmethod
    def register(klass):
        """Register a class for ``create`` under its lower-case name."""
        if not isinstance(klass, type):
            raise AssertionError(f"only a class can be registered as a kvstore, got {klass!r}")
        registry, name = KVStoreBase.kv_registry, klass.__name__.lower()
        if name in registry:
            old = registry[name]
            warnings.warn(
                f"the kvstore {klass.__module__}.{klass.__name__} takes the place of "
                f"{old.__module__}.{old.__name__}",
                stacklevel=2,
            )
        registry[name] = klass
        return klass


def refuse_unless_optimizer(capability) -> None:
    """Reject names of capabilities that do not exist."""
    if capability.lower() != KVStoreBase.OPTIMIZER:
        raise ValueError(f"Unknown capability: {capability}")
