"""Protocol buffer modules written by compilers before 3.20, for newer runtimes.

Such a module creates each descriptor itself, which newer runtimes reject. But it also contains the
complete description as bytes: these are registered, and the module's objects become placeholders
for the descriptors that the runtime has created from them.
"""

from __future__ import annotations

from importlib import import_module

from ._module import ShimModule


class OldDescriptor:
    """A descriptor that accepts the assignments by which old modules complete it."""

    def __init__(self, real=None):
        self.__dict__["real"] = real
        self.__dict__["fields"] = []

    def __getattr__(self, name):
        return getattr(self.real, name)

    def __setattr__(self, name, value):
        """Do nothing: the real descriptor is complete."""

    @property
    def fields_by_name(self):
        """The fields of a message, which accept assignments too."""
        return {name: OldDescriptor(field) for name, field in self.real.fields_by_name.items()}

    @property
    def oneofs_by_name(self):
        """The groups of fields of which one is set."""
        return {name: OldDescriptor(group) for name, group in self.real.oneofs_by_name.items()}

    message_types_by_name = enum_types_by_name = extensions_by_name = property(lambda self: {})


def _descriptor_classes(pool) -> dict:
    """Return the classes of ``google.protobuf.descriptor`` under the names of old modules."""

    def file_descriptor(name, serialized_pb=b"", **rest):
        pool.AddSerializedFile(serialized_pb)
        return OldDescriptor(pool.FindFileByName(name))

    def descriptor(name, full_name, **rest):
        return OldDescriptor(pool.FindMessageTypeByName(full_name))

    def enum_descriptor(name, full_name, **rest):
        return OldDescriptor(pool.FindEnumTypeByName(full_name))

    def part(*args, **rest):
        return OldDescriptor()

    return {
        "FileDescriptor": file_descriptor, "Descriptor": descriptor,
        "EnumDescriptor": enum_descriptor, "FieldDescriptor": part, "OneofDescriptor": part,
        "EnumValueDescriptor": part, "_ParseOptions": lambda message, text: None,
    }  # fmt: skip


class _Database:
    """A symbol database that registers nothing, because the pool has everything."""

    def __getattr__(self, name):
        return lambda thing=None: thing


def protobuf_shims() -> dict:
    """Return google.protobuf for modules of old compilers, with a separate pool."""
    package = import_module("google.protobuf")
    if int(package.__version__.partition(".")[0]) < 4:
        return {}  # these runtimes still accept such modules
    names = ("descriptor", "descriptor_pool", "internal", "message_factory", "symbol_database")
    real = {name: import_module(f"google.protobuf.{name}") for name in names}
    wrappers = import_module("google.protobuf.internal.enum_type_wrapper")
    pool = real["descriptor_pool"].DescriptorPool()

    if hasattr(real["message_factory"], "GetMessageClass"):
        class_of = real["message_factory"].GetMessageClass
    else:  # before 4.22
        class_of = real["message_factory"].MessageFactory(pool).GetPrototype

    def message_class(name, bases, members):
        return class_of(members["DESCRIPTOR"].real)

    def enum_wrapper(descriptor):
        return wrappers.EnumTypeWrapper(getattr(descriptor, "real", descriptor))

    wrapper = ShimModule(wrappers, {}, {"EnumTypeWrapper": enum_wrapper})
    replaced = {
        "descriptor": _descriptor_classes(pool),
        "internal": {"enum_type_wrapper": wrapper},
        "reflection": {"GeneratedProtocolMessageType": message_class},
        "symbol_database": {"Default": _Database},
    }
    # Newer versions have no reflection module, so another module provides it.
    shims = {
        name: ShimModule(real.get(name, real["descriptor"]), {}, members)
        for name, members in replaced.items()
    }
    package = ShimModule(package, {}, shims)
    return {
        "google": ShimModule(import_module("google"), {}, {"protobuf": package}),
        "google.protobuf": package,
        "google.protobuf.internal.enum_type_wrapper": wrapper,
        **{f"google.protobuf.{name}": shim for name, shim in shims.items()},
    }
