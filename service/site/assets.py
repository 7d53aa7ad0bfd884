"""Serve the files that the pages load, from a table of addresses built at the start.

WhiteNoise determines their media types and compressed variants, and opens them. `preconditions`
decides conditional requests and ranges, as it does for every other response.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any

from flask import Response, abort, request
from werkzeug.wsgi import wrap_file
from whitenoise import WhiteNoise
from whitenoise.responders import SlicedFile

from service.api.error_handlers import problem_response
from service.api.negotiation import accepts_gzip
from service.api.preconditions import requested_bytes
from service.api.problems import Problem
from service.api.responses import conditional, tag_of_gzip
from service.site.asset_files import BUILT, built_names, source_files

HASHED = "public, max-age=31536000, immutable"
UNHASHED = "public, max-age=0"
"""`Cache-Control` of a name that holds a hash of the content, and of one that does not."""


class Assets:
    """Looks up files by address, and addresses by the name that a template uses.

    `files`: triples of name, address without its leading slash, and path of the file.
    """

    def __init__(self, files: Iterable[tuple[str, str, Path]], cache_control: str) -> None:
        self.addresses: dict[str, str] = {}
        self.paths: dict[str, Path] = {}
        digest = sha256()
        self._files = WhiteNoise(
            None,
            max_age=None,
            allow_all_origins=False,  # CORSMiddleware sets the header
            add_headers_function=partial(_add_headers, cache_control),
        )
        for name, address, file in files:
            self.addresses[name] = address
            self.paths[name] = file
            digest.update(name.encode() + sha256(file.read_bytes()).digest())
            self._files.add_file_to_dictionary(f"/{address}", str(file))

        self.digest = digest.hexdigest()
        """Changes with the content of any file."""

    def response(self, path: str) -> Response:
        """Return the file at `path`, or the part of it that the request asks for.

        Raises: NotFound.
        """
        file = self._files.files.get(path)
        if file is None:
            abort(404)
        encoding = "gzip" if accepts_gzip(request.environ) else ""
        # WhiteNoise gets no other header, since `conditional` and `_part` read those.
        found = file.get_response(request.method, {"HTTP_ACCEPT_ENCODING": encoding})
        body = None if found.file is None else wrap_file(request.environ, found.file)
        response = Response(body, headers=found.headers, direct_passthrough=True)
        del response.headers["Last-Modified"]  # the time of installation, not of a change
        if "Content-Encoding" in response.headers:
            response.headers["ETag"] = tag_of_gzip(response.headers["ETag"])
        response = conditional(response)
        return _part(response, found.file) if response.status_code == HTTPStatus.OK else response


def find_assets(built: Path = BUILT) -> Assets:
    """Return the assets of the built tree, or the sources themselves if nothing is built."""
    names = built_names(built)
    if names is None:
        return Assets(((name, name, file) for name, file in source_files()), UNHASHED)
    return Assets(((name, hashed, built / hashed) for name, hashed in names.items()), HASHED)


def _add_headers(cache_control: str, headers: Any, path: str, url: str) -> None:
    """Add to the headers of a file. WhiteNoise calls this once for each file, at the start."""
    headers["Accept-Ranges"] = "bytes"
    headers["Cache-Control"] = cache_control
    headers["ETag"] = f'"{sha256(Path(path).read_bytes()).hexdigest()[:32]}"'


def _part(response: Response, file: Any) -> Response:
    """Return the bytes that `Range` asks for: 206, 416, or the whole response as it is."""
    length = int(response.headers["Content-Length"])
    asked = requested_bytes(request.environ, response.headers["ETag"], length)
    if asked is None:
        return response
    if not asked:
        response.close()
        refused = problem_response(Problem("range_not_satisfiable"), request.environ)
        refused.headers["Content-Range"] = f"bytes */{length}"
        return refused
    response.status_code = 206
    response.headers["Content-Range"] = f"bytes {asked.start}-{asked.stop - 1}/{length}"
    response.headers["Content-Length"] = str(len(asked))
    response.response = wrap_file(request.environ, SlicedFile(file, asked.start, asked.stop - 1))
    return response
