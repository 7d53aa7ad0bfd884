"""The schemas of errors: problem documents (RFC 9457)."""

from __future__ import annotations

from marshmallow import fields, validate

from service.api.problems import INVALID, MAX_TOLD
from service.api.schemas.answers.common import (
    AnswerSchema,
    OneOfFields,
    enum_field,
    integer_field,
    list_field,
    text_field,
    texts_field,
    values_field,
)
from service.api.schemas.vocabulary import (
    FaultCode,
    ProblemCode,
    ProblemParamType,
    ProblemStatus,
)

SOME = validate.Length(min=1, max=MAX_TOLD)


class ProblemChoiceField(OneOfFields):
    """A value among those that would be right."""

    members = (fields.String(), fields.Integer(strict=True))


class ProblemValueField(OneOfFields):
    """A value in the detail of an error; `x-params` of its code says of which type it is."""

    members = (
        fields.String(),
        fields.Integer(strict=True),
        fields.Float(),  # seconds
        fields.List(ProblemChoiceField()),
    )


def params_field() -> fields.Dict:
    """Return the field for the values in the detail of an error."""
    text = "The values in the detail; left out where there are none."
    return values_field(ProblemValueField(), text)


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

    optional = _FaultBase.optional | {"parameter"}

    pointer = text_field("JSON Pointer, as a URI fragment, to what is at fault.")
    parameter = text_field("The parameter of the address at fault; `pointer` is then `#`.")


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


class ProblemParamSchema(AnswerSchema):
    """A value in the sentences about errors with one code."""

    name = text_field("The name in `params` of an error, and in braces in its templates.")
    type = enum_field(ProblemParamType)


class ProblemFormSchema(AnswerSchema):
    """What the errors with one code carry and say."""

    status = integer_field("The HTTP status.", 400, 599)
    title = text_field("What the code means, in the language of the answer.")
    template = text_field("The sentence, with the names of values in braces.")
    templates = texts_field("The sentences in its place, by the param `because`.")
    hints = texts_field("The sentences that follow, each if there is a param of its name.")
    advice = text_field("What to do about it.")
    params = list_field(ProblemParamSchema, "The values that an error may have.")


def problem_forms_field() -> fields.Dict:
    """Return the field for what is said of each code of an error."""
    return fields.Dict(
        keys=fields.String(),
        values=fields.Nested(ProblemFormSchema),
        metadata={"description": "What the errors of each code carry and say."},
    )


class ProblemIndexSchema(AnswerSchema):
    """The codes of errors."""

    problems = problem_forms_field()
