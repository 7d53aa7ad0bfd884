"""What the service reports about itself, in ways that never cost an answer."""
