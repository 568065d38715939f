"""How fast the games are on this machine."""
