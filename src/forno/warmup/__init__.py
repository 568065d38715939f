"""Compile the games before anybody has to wait for them, or while they are already being played."""

from forno.warmup.background import BackgroundWarmup
from forno.warmup.parts import (
    GAME_PARTS,
    SEARCH_PARTS,
    Part,
    belief_part,
    compile_parts,
    compiling,
    first_choice,
    guided_part,
    loop_part,
    network_part,
    search_part,
    simulation_part,
    table_part,
)

__all__ = [
    "GAME_PARTS",
    "SEARCH_PARTS",
    "BackgroundWarmup",
    "Part",
    "belief_part",
    "compile_parts",
    "compiling",
    "first_choice",
    "guided_part",
    "loop_part",
    "network_part",
    "search_part",
    "simulation_part",
    "table_part",
]
