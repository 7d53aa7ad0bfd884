"""Schemas of the messages, and the fields they are made of."""
