"""The words of Forno in each language: one set of message files for Python and the page."""
