"""The port at which `forno serve` listens unless it is told otherwise."""

from forno.cli.doctor.part import Part

_HOST = "127.0.0.1"


def examine() -> Part:
    from forno.server.serve import PORT, BadPort, listen  # noqa: PLC0415  slow to import

    part = Part("port", "Port", {"port": PORT, "free": False, "next_free": None})
    try:
        with listen(_HOST, None) as listening:
            found = listening.getsockname()[1]
    except BadPort as error:
        part.add_problem(str(PORT), "taken, like those after it", str(error))
        return part
    part.facts |= {"free": found == PORT, "next_free": found}
    if found == PORT:
        part.add(str(PORT), "free")
    else:
        part.add(str(PORT), f"taken: forno serve uses {found}, or the one that --port names", "note")
    return part
