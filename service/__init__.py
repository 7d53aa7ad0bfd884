"""The arbiter for belote announcements.

`belote` is the game, `api` the HTTP API, `site` the pages, `observability` logs and metrics.
"""

__version__ = "2.0.0"
