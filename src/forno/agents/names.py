"""The names of bots. They are easy to read in every language that Forno speaks."""

import hashlib

NAMES = (
    *("Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Ivo", "Lucia"),
    *("Aldo", "Bianca", "Diego", "Emma", "Franco", "Greta", "Leo", "Marta"),
    *("Nino", "Olga", "Paolo", "Rosa", "Sergio", "Tina", "Ugo", "Vera"),
)


def names_at(table: str) -> list[str]:
    """All names, in an order that depends on the id of a table. (Its key is secret and must not show in them.)"""
    return sorted(NAMES, key=lambda name: hashlib.sha256(f"{table} {name}".encode()).digest())
