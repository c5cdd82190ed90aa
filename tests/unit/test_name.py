"""``mx.name`` and ``mx.attribute``: what symbols get from the block they are made in."""

import pytest

import mxnet as mx
from mxnet.attribute import AttrScope
from mxnet.name import NameManager, Prefix
from tests.threads import in_thread


def test_names_count_up_by_hint():
    names = NameManager()
    assert [names.get(None, "conv"), names.get(None, "conv"), names.get(None, "fc")] == [
        "conv0", "conv1", "fc0",
    ]  # fmt: skip
    assert names.get("mine", "conv") == "mine"
    assert names.get("", "conv") == "conv2"
    assert names.get(None, "conv") == "conv3"


def test_prefix():
    names = Prefix("left_")
    assert names.get(None, "conv") == "left_conv0"
    assert names.get("mine", "conv") == "left_mine"
    assert names.get(None, "conv") == "left_conv1"


def test_managers_nest():
    outermost = NameManager.current
    with NameManager() as outer:
        assert NameManager.current is outer
        assert outer.get(None, "conv") == "conv0"
        with Prefix("p_") as inner:
            assert NameManager.current is inner is Prefix.current
            assert inner.get(None, "conv") == "p_conv0"
        assert NameManager.current is outer
        assert outer.get(None, "conv") == "conv1"
    assert NameManager.current is outermost


def test_threads_count_separately():
    with NameManager() as names:
        names.get(None, "conv")
        assert in_thread(lambda: NameManager.current.get(None, "conv")) == "conv0"
        assert in_thread(lambda: NameManager.current) is not names


def test_the_current_manager_can_be_set():
    with NameManager():
        mine = NameManager.current = NameManager()
        assert NameManager.current is mine
    assert NameManager.current is not mine


def test_attributes_nest():
    assert AttrScope.current.get(None) == {}
    assert AttrScope.current.get({"a": "1"}) == {"a": "1"}
    inner = AttrScope(a="9", d="5")
    with AttrScope(a="1", __b__="2") as outer:
        assert AttrScope.current is outer
        assert outer.get(None) == outer.get({}) == {"a": "1", "__b__": "2"}
        assert outer.get({"a": "3", "c": "4"}) == {"a": "3", "__b__": "2", "c": "4"}
        with inner:
            assert AttrScope.current is inner
            assert inner.get(None) == {"a": "9", "__b__": "2", "d": "5"}
        assert AttrScope.current is outer
        assert in_thread(lambda: AttrScope.current.get(None)) == {}
    with inner:  # 1.9.1 keeps what the outer scope gave before
        assert inner.get(None) == {"a": "9", "d": "5"}
    assert AttrScope.current.get(None) == {}


@pytest.mark.parametrize("scope", [NameManager, AttrScope])
def test_the_private_name_of_the_current_scope(scope):
    outer, other = scope.current, scope()
    assert scope._current.value is outer
    scope._current.value = other
    assert scope.current is other
    scope._current.value = outer
    assert scope.current is outer


def test_get_returns_a_copy():
    scope = AttrScope(a="1")
    scope.get(None)["a"] = "2"
    assert scope.get(None) == {"a": "1"}


@pytest.mark.parametrize("value", [1, b"x", None])
def test_attributes_are_strings(value):
    with pytest.raises(ValueError, match="Attributes need to be string, got a="):
        AttrScope(a=value)


def test_names_at_the_top():
    assert mx.AttrScope is AttrScope
