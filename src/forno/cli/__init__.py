"""The command `forno`."""


def main() -> None:
    raise SystemExit("not yet")
