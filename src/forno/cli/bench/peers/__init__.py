"""Random play by Forno and by its peers, each through its own interface, in turns on one core."""
