"""Logs and metrics. Writing them never blocks a request and never makes it fail."""
