"""`forno bench`."""


def bench() -> None:
    """Measure."""
