"""Registries: classes by name, created from a name, a JSON string or an instance."""

from __future__ import annotations

import json
import warnings

from ._text.spelling import did_you_mean

_registries: dict[type, dict[str, type]] = {}


def get_registry(base_class):
    """Return a copy of the classes registered for a base class, by name."""
    return dict(_registries.get(base_class, {}))


def get_register_func(base_class, nickname):
    """Return a decorator that registers subclasses, by default under their own name."""
    classes = _registries.setdefault(base_class, {})

    def register(klass, name=None):
        if not (isinstance(klass, type) and issubclass(klass, base_class)):
            raise AssertionError(
                f"Can only register subclass of {base_class.__name__}, got {klass!r}"
            )
        name = (name or klass.__name__).lower()
        present = classes.get(name)
        if present is not None and present is not klass:
            warnings.warn(
                f"New {nickname} {klass.__module__}.{klass.__name__} registered with name {name} "
                f"is overriding existing {nickname} {present.__module__}.{present.__name__}",
                UserWarning,
                stacklevel=2,
            )
        classes[name] = klass
        return klass

    register.__doc__ = f"Register a {nickname}, under its own name or the one given."
    return register


def get_alias_func(base_class, nickname):
    """Return a decorator that registers a class under aliases: ``@alias("ones")``."""
    register = get_register_func(base_class, nickname)

    def alias(*aliases):
        def add(klass):
            for name in aliases:
                register(klass, name)
            return klass

        return add

    return alias


def get_create_func(base_class, nickname):
    """Return a function that creates an instance from a name or JSON, or passes one through."""
    classes = _registries.setdefault(base_class, {})

    def create(*args, **kwargs):
        if args:
            name, args = args[0], args[1:]
        else:
            name = kwargs.pop(nickname)
        if isinstance(name, base_class):
            if args or kwargs:
                raise AssertionError(
                    f"{nickname} is already an instance. Additional arguments are invalid"
                )
            return name
        if isinstance(name, dict):
            return create(**name)
        if not isinstance(name, str):
            advice = f"give a name or an instance of {base_class.__name__}"
            if isinstance(name, type):
                advice = f"give an instance, {name.__name__}()"
            raise AssertionError(f"{nickname} must be of string type, got {name!r}: {advice}")
        if name.startswith("["):
            name, options = json.loads(name)
            return create(name, **options, **kwargs)
        if name.startswith("{"):
            return create(**json.loads(name), **kwargs)
        if name.lower() not in classes:
            raise AssertionError(
                f"{name} is not registered. Please register with {nickname}.register first; "
                f"known are {', '.join(sorted(classes))}.{did_you_mean(name, classes)}"
            )
        return classes[name.lower()](*args, **kwargs)

    create.__doc__ = f"Make a {nickname} from its name and arguments."
    return create
