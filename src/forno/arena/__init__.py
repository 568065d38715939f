"""Measure how good agents are: contests with rotated seats, results with confidence intervals, reports."""
