"""The addresses of the service that are nearest to one that leads nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from werkzeug.routing import Map

from service.api.suggestions import LONGEST, MAX_SUGGESTED, closest

LONGEST_PATH = 200
"""Characters of a path that is compared; the longest address of the service is shorter."""

HIDDEN = ("/static/", "/words/", "/docs/")
"""The beginnings of addresses that only the pages of the service ask for."""

_PREFIX = re.compile(r"api|v\d+")
_SUFFIX = re.compile(r"\.(json|ya?ml|html?)$")
_VARIABLE = re.compile(r"<.+>(\.\w+)?")


def steps_of(path: str) -> tuple[str, ...]:
    """Return the segments that tell addresses apart, without version and file extension.

    >>> steps_of("/api/v2/Hands/resolve/"), steps_of("/openapi.json")
    (('hands', 'resolve'), ('openapi',))
    """
    steps = [one for one in _SUFFIX.sub("", path.lower()).split("/") if one]
    return tuple(one for one in steps if not _PREFIX.fullmatch(one))


@dataclass(frozen=True, slots=True)
class AddressBook:
    """The addresses of an application but its root, in the order of their routes."""

    fixed: Mapping[str, str]
    """Addresses without variables by their joined steps."""
    variable: Sequence[str] = field(default=())
    """Addresses with variables in angle brackets."""

    @classmethod
    def of(cls, url_map: Map) -> AddressBook:
        """Return the addresses of a URL map that clients ask for."""
        rules = [one.rule for one in url_map.iter_rules() if not one.rule.startswith(HIDDEN)]
        fixed = [one for one in rules if "<" not in one]
        variable = tuple(dict.fromkeys(one for one in rules if "<" in one))
        steps = {"/".join(steps_of(one)): one for one in fixed}
        return cls({key: one for key, one in steps.items() if key}, variable)

    def nearest(self, path: str) -> list[str]:
        """Return the addresses that a path probably means, at most `MAX_SUGGESTED`."""
        if len(path) > LONGEST_PATH:
            return []
        wanted = "/".join(steps_of(path))
        alike = [self.fixed[one] for one in closest(wanted, self.fixed)]
        found = alike or [*self._filled(path), *self._around(wanted)]
        return [one for one in dict.fromkeys(found) if one != path][:MAX_SUGGESTED]

    def _filled(self, path: str) -> Iterator[str]:
        """Yield the addresses with variables whose fixed segments a path has at their places."""
        sent = path.strip("/").split("/")
        for rule in self.variable:
            steps = rule.strip("/").split("/")
            named = [one for one in steps if not _PREFIX.fullmatch(one)]
            given = sent[-len(named) :]
            filled = list(filter(None, map(_filled, named, given)))
            if len(filled) == len(given) == len(named):
                yield "/" + "/".join([*steps[: len(steps) - len(named)], *filled])

    def _around(self, wanted: str) -> Iterable[str]:
        """Return the addresses below some segments, or that end with them."""
        if not wanted or len(wanted) > LONGEST:
            return []
        return [
            address
            for steps, address in self.fixed.items()
            if steps.startswith(f"{wanted}/") or steps.endswith(f"/{wanted}")
        ]


def _filled(step: str, given: str) -> str | None:
    """Return the segment of an address for one of a path; None where they do not go together.

    >>> _filled("<card>.svg", "KH"), _filled("<card>.svg", "KH.png"), _filled("cards", "hands")
    ('KH.svg', 'KH.svg', None)
    """
    variable = _VARIABLE.fullmatch(step)
    if variable is None:
        return step if step == given else None
    suffix = variable.group(1) or ""
    stem = given.rpartition(".")[0] or given if suffix else given
    return stem + suffix if stem else None
