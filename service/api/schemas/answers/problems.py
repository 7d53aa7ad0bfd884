"""The schemas of errors: problem documents (RFC 9457)."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.problems import INVALID, MAX_TOLD
from service.api.schemas.answers.common import (
    AnswerSchema,
    OneOfFields,
    enum_field,
    list_field,
    text_field,
    values_field,
)
from service.api.schemas.vocabulary import FaultCode, ProblemCode, ProblemStatus

SOME = validate.Length(min=1, max=MAX_TOLD)


class FaultChoiceField(OneOfFields):
    """A value among those that would be right."""

    members = (fields.String(), fields.Integer(strict=True))


class FaultValueField(OneOfFields):
    """A value in the detail of an error; `x-params` of `FaultCode` says of which type each is."""

    members = (
        fields.String(),
        fields.Integer(strict=True),
        fields.Float(),  # seconds
        fields.List(FaultChoiceField()),
    )


def params_field() -> fields.Dict:
    """Return the field for the values in the detail of an error."""
    text = "The values in the detail; left out where there are none."
    return values_field(FaultValueField(), text)


class _ProblemBase(AnswerSchema):
    optional = frozenset({"docs", "request_id"})

    type = text_field("The address of the page about this code.")
    title = text_field("What the code means, in the reader's language.")
    detail = text_field(
        "What is wrong, in the reader's language; of several errors the first, and how many more."
    )
    docs = text_field(
        "The address of the description of the operation, or of all; left out in a batch."
    )
    request_id = text_field(
        "The id of the request, as in the header X-Request-Id; left out in the item of a batch, "
        "which is the same for every request."
    )


class ProblemSchema(_ProblemBase):
    """An error that concerns the request as a whole (RFC 9457)."""

    optional = _ProblemBase.optional | {"params"}

    status = enum_field(ProblemStatus)
    code = enum_field(ProblemCode)
    params = params_field()


class _FaultBase(AnswerSchema):
    optional = frozenset({"params"})

    code = enum_field(FaultCode)
    detail = text_field("What is wrong, in the reader's language.")
    params = params_field()


class BodyFaultSchema(_FaultBase):
    """A fault in a body, with its place."""

    pointer = text_field("JSON Pointer, as a URI fragment, to what is at fault.")


class AddressFaultSchema(_FaultBase):
    """A fault in an address, with its place."""

    parameter = text_field("The parameter at fault.")


class _InvalidBase(_ProblemBase):
    status = fields.Integer(
        strict=True,
        validate=validate.Equal(INVALID),
        metadata={"description": "Always the same: single fields are at fault."},
    )
    code = enum_field(FaultCode, "The code of the first fault.")


class InvalidBodySchema(_InvalidBase):
    """Every fault of a body at once (RFC 9457)."""

    errors = list_field(BodyFaultSchema, "The faults, each with its place.", validate=SOME)


class InvalidAddressSchema(_InvalidBase):
    """Every fault of an address at once (RFC 9457)."""

    errors = list_field(AddressFaultSchema, "The faults, each with its place.", validate=SOME)
