"""Flask without what this service has no use for.

Each shortcut leaves out a search that finds nothing; where there is something to be found, Flask
looks for it as ever. Together they are a tenth of a request.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from flask import Flask, Request, Response, appcontext_tearing_down, request_tearing_down
from flask.sessions import NullSession, SessionInterface
from flask.typing import ResponseReturnValue
from jinja2 import StrictUndefined
from werkzeug.routing import Map, MapAdapter, Rule


class NoSessions(SessionInterface):
    """Nothing is kept between requests, so one empty session does for all."""

    nothing = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        return self.nothing

    def save_session(self, app: Flask, session: Any, response: Any) -> None:
        """Never reached: Flask saves no null session."""


class Addresses(Map):
    """The rules, and of those without variables a list by method and path."""

    @cached_property
    def fixed(self) -> Mapping[tuple[str, str], Rule]:
        """Complete once the first request comes: Flask takes no rules after that."""
        return {
            (method, rule.rule): rule
            for rule in self.iter_rules()
            if not rule.arguments
            for method in rule.methods or ()
        }


class Finder(MapAdapter):
    """Finds the rule of a request: most addresses are fixed and need no search."""

    map: Addresses

    def match(self, *args: Any, **options: Any) -> Any:
        rule = self.map.fixed.get((self.default_method, self.path_info))
        if rule is None or args or options != {"return_rule": True}:
            return super().match(*args, **options)
        return rule, {}


class Application(Flask):
    """No sessions, no coroutines, no routes of a host, and hooks only if there are any.

    `flask.after_this_request` is not among these.
    """

    # A name that a template misspells fails there, rather than leave a gap in the page.
    jinja_options = {"undefined": StrictUndefined}  # noqa: RUF012 - Flask declares it without ClassVar
    session_interface = NoSessions()
    url_map_class = Addresses

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """No view is a coroutine, so none is asked at each request whether it is."""
        return func

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Match by path and method alone; to make out the host is a third of matching."""
        if request is None:
            return None
        environ = request.environ
        return Finder(
            self.url_map,
            server_name="",
            script_name=environ.get("SCRIPT_NAME") or "/",
            subdomain="",
            url_scheme=environ["wsgi.url_scheme"],
            path_info=request.path,
            default_method=environ["REQUEST_METHOD"],
        )

    def preprocess_request(self) -> ResponseReturnValue | None:
        hooked = self.before_request_funcs or self.url_value_preprocessors
        return super().preprocess_request() if hooked else None

    def process_response(self, response: Response) -> Response:
        return super().process_response(response) if self.after_request_funcs else response

    def do_teardown_request(self, *args: Any, **options: Any) -> None:
        if self.teardown_request_funcs or request_tearing_down.receivers:
            super().do_teardown_request(*args, **options)

    def do_teardown_appcontext(self, *args: Any, **options: Any) -> None:
        if self.teardown_appcontext_funcs or appcontext_tearing_down.receivers:
            super().do_teardown_appcontext(*args, **options)
