"""Preconditions and byte ranges of GET and HEAD (RFC 9110, sections 13 and 14).

Entity tags are the only validators of this service. No response has `Last-Modified`, so conditions
by date do not apply (13.1.3, 13.1.4), a date in `If-Range` never matches (13.1.5), and no date of a
request is parsed.

Werkzeug and WhiteNoise are not used for this, since they differ from the RFC: Werkzeug raises on
dates out of range, evaluates `If-Match: *` as false and rejects several ranges; WhiteNoise compares
`If-None-Match` as a single string and rejects a range of one byte.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

_ENTITY_TAG = re.compile(r'(W/)?("[\x21\x23-\x7e\x80-\xff]*")')
_SINGLE_RANGE = re.compile(r"bytes=([0-9]{0,18})-([0-9]{0,18})", re.ASCII | re.IGNORECASE)


def decided_status(environ: Mapping[str, Any], etag: str | None) -> HTTPStatus | None:
    """Return 412 or 304 if a precondition of a GET or HEAD fails, None if all hold.

    `etag`: the strong entity tag of the selected representation, quotes included, or None. Call
    this only for a resource that exists, since `*` matches any representation (13.1.1).
    """
    if_match: str | None = environ.get("HTTP_IF_MATCH")
    if if_match is not None and not _matches(if_match, etag, weakly=False):
        return HTTPStatus.PRECONDITION_FAILED
    if_none_match: str | None = environ.get("HTTP_IF_NONE_MATCH")
    if if_none_match is not None and _matches(if_none_match, etag, weakly=True):
        return HTTPStatus.NOT_MODIFIED
    return None


def _matches(listed: str, etag: str | None, *, weakly: bool) -> bool:
    """Return whether `etag` is in a list of entity tags; weak tags match only if `weakly`."""
    if listed.strip() == "*":
        return True
    return any(tag == etag and (weakly or not weak) for weak, tag in _ENTITY_TAG.findall(listed))


def requested_bytes(environ: Mapping[str, Any], etag: str | None, length: int) -> range | None:
    """Return the byte positions that `Range` selects, out of `length`.

    Empty if the range cannot be satisfied. None if the whole representation is to be sent: there is
    no `Range`, `If-Range` does not match, or the range is malformed, in another unit or one of
    several; a server may ignore those (14.2).
    """
    asked = _SINGLE_RANGE.fullmatch(environ.get("HTTP_RANGE", ""))
    if asked is None or environ["REQUEST_METHOD"] != "GET":
        return None
    if environ.get("HTTP_IF_RANGE", etag) != etag:
        return None
    first, last = asked.groups()
    if first:
        stop = int(last) + 1 if last else length
        malformed = bool(last) and int(last) < int(first)
        return None if malformed else range(int(first), min(stop, length))
    return range(max(length - int(last), 0), length) if last else None
