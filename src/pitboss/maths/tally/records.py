"""Frozen records of whole numbers, fractions and texts to JSON and back, so that they can be cached on disk."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any


def to_json(value: Any) -> Any:
    """A value as JSON; a type that JSON lacks becomes an object that names the type."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Fraction):
        return {"fraction": str(value)}
    if isinstance(value, list):
        return [to_json(each) for each in value]
    if isinstance(value, tuple):
        return {"tuple": [to_json(each) for each in value]}
    if isinstance(value, Mapping):
        return {"mapping": [[to_json(key), to_json(each)] for key, each in value.items()]}
    if is_dataclass(value):
        parts = {each.name: to_json(getattr(value, each.name)) for each in fields(value)}
        return {"record": type(value).__name__, "parts": parts}
    return int(value)


def from_json(value: Any, *records: type) -> Any:
    """The value that `to_json` encoded; `records` are the dataclasses that may occur in it."""
    known = {each.__name__: each for each in records}

    def read(value: Any) -> Any:
        match value:
            case {"fraction": text}:
                return Fraction(text)
            case {"tuple": members}:
                return tuple(read(each) for each in members)
            case {"mapping": pairs}:
                return {read(key): read(each) for key, each in pairs}
            case {"record": name, "parts": parts}:
                return known[name](**{part: read(each) for part, each in parts.items()})
            case list():
                return [read(each) for each in value]
        return value

    return read(value)
