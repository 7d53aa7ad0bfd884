"""Content negotiation (language, media type) and the query string.

Headers come from strangers: at most `LONGEST` characters are parsed, in linear time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import parse_qsl
from wsgiref.types import WSGIEnvironment

from werkzeug.datastructures import Accept, MIMEAccept, MultiDict
from werkzeug.http import parse_accept_header

from service.api.i18n import DEFAULT, LANGUAGES

LONGEST = 512
"""Characters of a list of preferences that are parsed; browsers send less than half as many."""

LONGEST_ENCODINGS = 200
"""Characters of `Accept-Encoding` that are parsed; a browser sends about 30."""

SHORT = 64
"""Characters up to which a header's result is cached; nearly all headers are shorter."""


def readable(preferences: str) -> str:
    """Return a list of preferences without the members beyond `LONGEST` characters."""
    if len(preferences) <= LONGEST:
        return preferences
    return preferences[: LONGEST + 1].rpartition(",")[0]


def language(accept_language: str) -> str:
    """Return the language for an `Accept-Language` header (RFC 4647, section 3.4: lookup).

    Ranges are tried in the order of their weights. Only the first subtag of a range is compared,
    since no language here has a longer tag. `*` and ranges of weight 0 match nothing.
    """
    choose = _remembered if len(accept_language) <= SHORT else _choose
    return choose(readable(accept_language))


def _choose(accept_language: str) -> str:
    """Return the language of the highest weight; among equals the first."""
    chosen, highest = DEFAULT, 0.0
    for item in accept_language.split(","):
        tag, _, parameter = item.strip().partition(";")
        primary = tag.strip().lower().partition("-")[0]
        if primary in LANGUAGES and (weight := _weight(parameter)) > highest:
            chosen, highest = primary, weight
    return chosen


_remembered = lru_cache(maxsize=256)(_choose)


def _weight(parameter: str) -> float:
    """Return the value of `q`, from 0 to 1: 1 if there is none, 0 if it is not valid."""
    name, _, value = parameter.strip().partition("=")
    if not name:
        return 1.0
    try:
        weight = float(value)
    except ValueError:
        return 0.0
    return weight if name.strip().lower() == "q" and 0 <= weight <= 1 else 0.0


def media_type(accept: str, offered: Sequence[str]) -> str:
    """Return the offered media type that an `Accept` header prefers; among equals the first.

    Parameters of media types are ignored. If nothing matches, return the first offered.
    """
    parsed = parse_accept_header(readable(accept), MIMEAccept)
    ranges = [(name.partition(";")[0], weight) for name, weight in parsed]
    return MIMEAccept(ranges).best_match(offered, offered[0])


_KEEP = "werkzeug.url_quote"
"""Werkzeug's error handler for bytes that are not UTF-8: it percent-encodes them."""


def accepts_gzip(environ: WSGIEnvironment) -> bool:
    """Return whether `Accept-Encoding` admits gzip, weights included (RFC 9110, 12.5.3)."""
    accepted: str = environ.get("HTTP_ACCEPT_ENCODING", "")
    return len(accepted) <= LONGEST_ENCODINGS and parse_accept_header(accepted, Accept)["gzip"] > 0


def query(environ: WSGIEnvironment) -> MultiDict[str, str]:
    """Return the query parameters. Bytes that are not UTF-8 stay percent-encoded.

    `request.args` does the same, but raises if such a byte was sent unencoded.
    """
    text = environ.get("QUERY_STRING", "").encode("latin-1").decode("utf-8", _KEEP)
    return MultiDict(parse_qsl(text, keep_blank_values=True, errors=_KEEP))


def _in_either_case(tag: str) -> str:
    """Return the regular expression of a tag whose letters may be of either case."""
    return "".join(f"[{one.upper()}{one}]" for one in tag)


_SUPPORTED = "|".join(map(_in_either_case, LANGUAGES))
LANGUAGE_RANGE = f"^(?:{_SUPPORTED})(?:-[A-Za-z0-9]{{1,8}}){{0,8}}$"
"""The regular expression of the ranges for which there is a language, such as `fr` and `fr-FR`."""

_RANGE = re.compile(LANGUAGE_RANGE)


def supported(language_range: str) -> str | None:
    """Return the language for a range such as `fr-FR` (RFC 4647, lookup), None if there is none."""
    if _RANGE.fullmatch(language_range) is None:
        return None
    return language_range.partition("-")[0].lower()


def preferred_language(environ: WSGIEnvironment) -> str:
    """Return the language that `Accept-Language` asks for."""
    accept_language: str | None = environ.get("HTTP_ACCEPT_LANGUAGE")
    return language(accept_language) if accept_language else DEFAULT


def reader_language(environ: WSGIEnvironment) -> str:
    """Return the language of `?lang=` if it is supported, else that of `Accept-Language`."""
    if environ.get("QUERY_STRING") and (wished := supported(query(environ).get("lang", ""))):
        return wished
    return preferred_language(environ)
