"""Forno: the home of pizza card games, for people and for agents."""

from importlib.metadata import version

__version__ = version("forno")
