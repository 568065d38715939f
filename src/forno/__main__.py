"""`python -m forno` is the command `forno`, for a shell that does not find that."""

from forno.cli import main

if __name__ == "__main__":
    main()
