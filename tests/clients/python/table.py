"""What every client asks, and how it prints the answers."""

HAND = ["KS", "KH", "KD", "KC", "QH", "JH", "7D", "8C"]
WRONG_HAND = ["KS", *HAND[:7]]
TRICKS = [
    trick.split()
    for trick in (
        *("JH AH 10H 7H", "KH JS 9H 8H", "AC JC 8C 7C", "AS 7S KS 8S"),
        *("9C 10C KC 10S", "QC QH 9S 8D", "7D AD 9D JD", "QS 10D QD KD"),
    )
]


def tell(name: str, *values: object) -> None:
    """Print a line: a name, then values."""
    print(name, *values)
