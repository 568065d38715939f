"""The machine code on disk."""

from forno.cli.commands.preheat import all_parts
from forno.cli.doctor.part import Part
from forno.rules import GAMES, compile_cache
from forno.rules.compiling import is_compiling


def examine() -> Part:
    wanted, used = compile_cache.wanted_home(), compile_cache.home()
    size = sum(file.stat().st_size for file in used.rglob("*") if file.is_file())
    games = {
        game.id: {part.name.removesuffix(f"-{game.id}"): part.is_compiled for part in all_parts(game)} for game in GAMES
    }
    part = Part(
        "compiled_code",
        "Compiled code",
        {
            "folder": str(wanted),
            "writable": used == wanted,
            "bytes": size,
            "compiler": is_compiling(),
            "games": games if is_compiling() else {},
        },
    )
    if used != wanted:
        problem = f"Compiled code cannot be kept, so every start compiles again. Make the folder {wanted} writable, or name another one in NUMBA_CACHE_DIR."
        part.add_problem("Folder", f"{wanted}: cannot be written", problem)
    else:
        part.add("Folder", f"{wanted}: {size / 1e6:.0f} MB")
    if not is_compiling():
        part.add("Games", "run as plain Python, slowly: the compiler is switched off by NUMBA_DISABLE_JIT", "note")
        return part
    for game in GAMES:
        missing = [name for name, is_compiled in games[game.id].items() if not is_compiled]
        if missing:
            part.add(game.title, f"not compiled yet: {', '.join(missing)}. To do it now: forno preheat", "note")
        else:
            part.add(game.title, "compiled")
    return part
