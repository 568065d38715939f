"""The results of a contest for people: plots, and one HTML page with everything."""

from forno.arena.report.page import page, write_report

__all__ = ["page", "write_report"]
