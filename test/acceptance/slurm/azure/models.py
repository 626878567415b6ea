"""Holds a body against the models of Microsoft's own package, azure-mgmt-compute: names of fields, types and enumerations. Its classes
themselves take any key without a word. Run with the package's Python: reads {"VirtualMachine": body} and prints what is wrong.
"""

import enum
import json
import sys
import typing

from azure.mgmt.compute import models

# Enumerations that the package itself calls incomplete
OPEN = (".vmSize",)


def fields(cls):
    """Name in JSON -> (attribute's type, whether a request may hold it)."""
    cls({})  # names are filled in when one is made
    hints = {}
    for each in reversed(cls.__mro__):
        hints.update(getattr(each, "__annotations__", {}))
    out = {}
    for name, field in cls._attr_to_rest_field.items():
        writable = field._visibility is None or "create" in field._visibility
        out[field._rest_name] = (hints[name], writable)
    return out


def resolved(kind):
    if isinstance(kind, typing.ForwardRef):
        kind = kind.__forward_arg__
    if isinstance(kind, str):
        return eval(kind, {"_models": models, "Optional": typing.Optional, "Union": typing.Union, "Any": typing.Any, "datetime": __import__("datetime")})
    return kind


def faults(kind, value, path):
    kind = resolved(kind)
    origin, options = typing.get_origin(kind), [resolved(each) for each in typing.get_args(kind)]
    if origin is typing.Union:
        options = [each for each in options if each is not type(None)]
        known = [each for each in options if isinstance(each, type) and issubclass(each, enum.Enum)]
        if known and not path.endswith(OPEN):
            values = [each.value for each in known[0]]
            return [] if value in values else ["%s: %r is none of %s" % (path, value, values)]
        return faults(options[0], value, path)
    if origin is list:
        if not isinstance(value, list):
            return ["%s: %r is no list" % (path, value)]
        return [fault for index, each in enumerate(value) for fault in faults(options[0], each, "%s[%d]" % (path, index))]
    if origin is dict:
        if not isinstance(value, dict):
            return ["%s: %r is no object" % (path, value)]
        return [fault for key, each in value.items() for fault in faults(options[1], each, "%s.%s" % (path, key))]
    if isinstance(kind, type) and kind.__module__.startswith("azure.mgmt.compute."):
        if not isinstance(value, dict):
            return ["%s: %r is no object" % (path, value)]
        known = fields(kind)
        out = ["%s.%s: no such field; there are %s" % (path, key, ", ".join(known)) for key in value if key not in known]
        out += ["%s.%s: only Azure writes it" % (path, key) for key in value if key in known and not known[key][1]]
        return out + [fault for key in value if key in known for fault in faults(known[key][0], value[key], "%s.%s" % (path, key))]
    plain = {str: str, bool: bool, int: int, float: (int, float)}.get(kind)
    if plain is not None and (not isinstance(value, plain) or (kind is not bool and isinstance(value, bool))):
        return ["%s: %r is no %s" % (path, value, kind.__name__)]
    return []


if __name__ == "__main__":
    (name, body), = json.load(sys.stdin).items()
    print("\n".join(faults(getattr(models, name), body, name)))
