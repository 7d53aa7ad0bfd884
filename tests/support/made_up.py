"""Codes of rules that only a test plays by, with sentences of their own."""

from __future__ import annotations

from dataclasses import replace

from service.belote.codes import Code
from service.belote.paragraphs import Paragraph, Source
from service.belote.rules import CLASSIQUE, Duties, Rules


def code(name: str) -> Code:
    """A code that the service does not have, as a maintainer would add one for a new rule."""
    member = str.__new__(Code, name)
    member._name_, member._value_ = name.upper(), name
    member.paragraph = Paragraph("V0", Source.VARIANT)
    member.source = member.paragraph.source
    return member


def with_duties(table: Duties) -> Rules:
    """The usual rules with another table of duties."""
    rules = replace(CLASSIQUE)
    object.__setattr__(rules, "duties", table)
    return rules
