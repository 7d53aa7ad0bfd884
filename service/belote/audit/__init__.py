"""The audit of a donne as it happened, event by event: what a referee who watched would find."""
