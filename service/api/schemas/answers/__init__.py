"""The answers of the API: one schema for each, from which openapi.yaml is made.

No answer passes through its schema on the way out; tests hold the serializers to them.
"""
