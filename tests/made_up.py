"""Codes of rules that only a test plays by, with sentences of their own."""

from __future__ import annotations

from service.belote.codes import Code


def code(name: str) -> Code:
    """A code that the service does not have, as a maintainer would add one for a new rule."""
    member = str.__new__(Code, name)
    member._name_, member._value_, member.source = name.upper(), name, "variant"
    return member
