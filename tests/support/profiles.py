"""How many inputs a property tries: the usual number, or a fifth of it in the quick run."""

from __future__ import annotations

from hypothesis import settings

USUAL = 100
"""Inputs of a property that sets no number, as Hypothesis has it."""

# No test may fail because its machine is busy.
settings.register_profile("thorough", max_examples=USUAL, deadline=None)
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=USUAL // 5)


def tries(usual: int) -> int:
    """Return the number of inputs to try, `usual` unless the profile has fewer."""
    return max(1, usual * settings().max_examples // USUAL)


def examples(usual: int) -> settings:
    """Decorate a property that needs another number of inputs than `USUAL`."""
    return settings(max_examples=tries(usual))
