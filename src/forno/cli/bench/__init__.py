"""Measures the speed of the games on this machine."""
