"""The arbiter for belote announcements: the game in `belote`, the edge to HTTP in `web`."""

__version__ = "0.1.0"
