"""A contest's results for people: plots, and a page that has all in one file."""

from forno.arena.report.page import page, write_report

__all__ = ["page", "write_report"]
