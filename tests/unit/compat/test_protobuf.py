"""Messages that a compiler of protocol buffers before 3.20 wrote work on newer runtimes."""

import os
import pathlib
import subprocess
import sys

import pytest

import mxnet
from mxnet.compat._shims._protobuf import OldDescriptor, protobuf_shims

descriptor_pb2 = pytest.importorskip("google.protobuf.descriptor_pb2")
protobuf = pytest.importorskip("google.protobuf")
pytest.importorskip("google.protobuf.message_factory")
SOURCES = str(pathlib.Path(mxnet.__file__).parents[1])
# What protoc 3.5 writes, shortened: a message with a nested one, an enumeration, an alternative.
MODULE = """
import mxnet
from google.protobuf.internal import enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from google.protobuf import reflection as _reflection
from google.protobuf import symbol_database as _symbol_database
from google.protobuf import descriptor_pb2

_sym_db = _symbol_database.Default()
DESCRIPTOR = _descriptor.FileDescriptor(name='a.proto', package='a', syntax='proto3',
  serialized_pb={serialized!r})
_KIND = _descriptor.EnumDescriptor(name='Kind', full_name='a.Kind', filename=None, file=DESCRIPTOR,
  values=[_descriptor.EnumValueDescriptor(name='ONE', index=0, number=0, options=None, type=None)],
  containing_type=None, options=None, serialized_start=1, serialized_end=2)
_sym_db.RegisterEnumDescriptor(_KIND)
Kind = enum_type_wrapper.EnumTypeWrapper(_KIND)
_OUTER_INNER = _descriptor.Descriptor(name='Inner', full_name='a.Outer.Inner', filename=None,
  file=DESCRIPTOR, containing_type=None, fields=[], oneofs=[])
_OUTER = _descriptor.Descriptor(name='Outer', full_name='a.Outer', filename=None, file=DESCRIPTOR,
  containing_type=None, fields=[_descriptor.FieldDescriptor(name='value',
  full_name='a.Outer.value', index=0, number=1, type=2, cpp_type=6, label=1, file=DESCRIPTOR)],
  oneofs=[_descriptor.OneofDescriptor(name='of', full_name='a.Outer.of', index=0,
  containing_type=None, fields=[])])
_OUTER_INNER.containing_type = _OUTER
_OUTER.fields_by_name['inner'].message_type = _OUTER_INNER
_OUTER.oneofs_by_name['of'].fields.append(_OUTER.fields_by_name['value'])
DESCRIPTOR.message_types_by_name['Outer'] = _OUTER
_sym_db.RegisterFileDescriptor(DESCRIPTOR)
Outer = _reflection.GeneratedProtocolMessageType('Outer', (_message.Message,), dict(
  Inner = _reflection.GeneratedProtocolMessageType('Inner', (_message.Message,), dict(
    DESCRIPTOR = _OUTER_INNER, __module__ = 'a_pb2')),
  DESCRIPTOR = _OUTER, __module__ = 'a_pb2'))
_sym_db.RegisterMessage(Outer)
DESCRIPTOR.has_options = True
DESCRIPTOR._options = _descriptor._ParseOptions(descriptor_pb2.FileOptions(), b'')
"""
USE = """
import mxnet
from old.a_pb2 import Kind, Outer
message = Outer(value=1.5, inner=Outer.Inner(name="x"))
print(Outer.FromString(message.SerializeToString()).inner.name, Kind.Value("ONE"), message.value)
import google.protobuf.descriptor
print(google.protobuf.descriptor.FileDescriptor.__module__ is not None)
"""


def serialize() -> bytes:
    file = descriptor_pb2.FileDescriptorProto(name="a.proto", package="a", syntax="proto3")
    file.enum_type.add(name="Kind").value.add(name="ONE", number=0)
    outer = file.message_type.add(name="Outer")
    outer.nested_type.add(name="Inner").field.add(name="name", number=1, type=9, label=1)
    outer.oneof_decl.add(name="of")
    outer.field.add(name="value", number=1, type=2, label=1, oneof_index=0)
    outer.field.add(name="inner", number=2, type=11, label=1, type_name=".a.Outer.Inner")
    return file.SerializeToString()


def test_old_messages(tmp_path):
    package = tmp_path / "site-packages" / "old"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "a_pb2.py").write_text(MODULE.format(serialized=serialize()))
    paths = os.pathsep.join([str(package.parent), SOURCES])
    done = subprocess.run(
        [sys.executable, "-c", USE], env={**os.environ, "PYTHONPATH": paths}, check=False,
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("x 0 1.5\nTrue\n", "")


def test_old_runtimes_need_no_shim(monkeypatch):
    monkeypatch.setattr(protobuf, "__version__", "3.20.3")
    assert protobuf_shims() == {}


def test_runtimes_before_4_22_make_classes_differently(monkeypatch):
    class MessageFactory:
        def __init__(self, pool):
            pass

        def GetPrototype(self, descriptor):
            return f"class of {descriptor}"

    monkeypatch.delattr(protobuf.message_factory, "GetMessageClass")
    monkeypatch.setattr(protobuf.message_factory, "MessageFactory", MessageFactory, raising=False)
    make = protobuf_shims()["google.protobuf.reflection"].GeneratedProtocolMessageType
    assert make("A", (), {"DESCRIPTOR": OldDescriptor("A")}) == "class of A"
