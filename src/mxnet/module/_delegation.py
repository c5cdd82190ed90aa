"""What Module and BucketingModule have in common: calls that another object answers."""

from __future__ import annotations

import warnings

from .base_module import BaseModule

INITIALIZED = "Parameters already initialized and force_init=False. {} call ignored."


class DelegatingModule(BaseModule):
    """A module whose ``_delegate`` has the outputs, gradients and states of the last batch."""

    def set_params(
        self, arg_params, aux_params, allow_missing=False, force_init=True, allow_extra=False
    ):
        """Set parameters and auxiliary states; with ``allow_missing`` only some of them."""
        if not allow_missing:
            self.init_params(None, arg_params, aux_params, allow_missing, force_init, allow_extra)
            return
        if self.params_initialized and not force_init:
            warnings.warn(INITIALIZED.format("set_params"), stacklevel=2)
            return
        self._require(bound=True)
        self._set_some_params(arg_params, aux_params, force_init, allow_extra)
        self._params_dirty = True  # the copies on the host are outdated
        self.params_initialized = True

    def get_outputs(self, merge_multi_context=True):
        """Return the outputs of the last batch."""
        self._require(bound=True, params=True)
        return self._delegate.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context=True):
        """Return the gradients of the data inputs."""
        self._require(bound=True, params=True, input_grads=True)
        return self._delegate.get_input_grads(merge_multi_context=merge_multi_context)

    def get_states(self, merge_multi_context=True):
        """Return the states, which are passed on between batches."""
        self._require(bound=True, params=True)
        return self._delegate.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states=None, value=None):
        """Set the states: to earlier values of ``get_states(False)``, or to one number."""
        self._require(bound=True, params=True)
        self._delegate.set_states(states, value)
