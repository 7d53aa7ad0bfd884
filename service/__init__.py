"""The arbiter for belote announcements: the game in `belote`, the edge to HTTP in `web`."""

__version__ = "1.0.0"
