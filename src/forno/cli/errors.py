"""The error that ends a command."""


class CommandError(Exception):
    """Ends the command: its message goes to stderr, and `code` is the exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def capitalized(message: str) -> str:
    """The message with a capital first letter. Unlike `str.capitalize`, it leaves the rest alone."""
    return message[:1].upper() + message[1:]
