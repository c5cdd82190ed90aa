"""The events of training, each a base class of its handlers."""

from __future__ import annotations

_MODULE = __name__.replace("_events", "event_handler")  # the module of these classes in MXNet


class EventHandler:
    """The base class of handlers."""


def _event(name: str, when: str) -> type[EventHandler]:
    """Create the base class of the handlers of an event."""
    method = "".join(f"_{letter}" if letter.isupper() else letter for letter in name).lower()[1:]

    def on_event(self, estimator, *args, **kwargs):
        return False

    on_event.__name__, on_event.__qualname__ = method, f"{name}.{method}"
    on_event.__doc__ = f"Called {when}."
    members = {method: on_event, "__doc__": f"Has ``{method}``, called {when}."}
    return type(name, (EventHandler,), {**members, "__module__": _MODULE})


TrainBegin = _event("TrainBegin", "once before the first epoch")
TrainEnd = _event("TrainEnd", "once after the last epoch")
EpochBegin = _event("EpochBegin", "before the first batch of an epoch")
EpochEnd = _event("EpochEnd", "after the last batch of an epoch; True stops the training")
BatchBegin = _event("BatchBegin", "with the ``batch`` before it is used")
BatchEnd = _event("BatchEnd", "with ``batch``, ``pred``, ``label``, ``loss``; True stops training")
