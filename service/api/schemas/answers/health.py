"""The schema of the health checks."""

from __future__ import annotations

from service.api.schemas.answers.common import AnswerSchema, text_field


class StatusSchema(AnswerSchema):
    """The state of the service."""

    status = text_field("`ok` or `ready`.")
