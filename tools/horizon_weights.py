"""Find what a position at a shuffle is worth later in the game, from games among `greedy`. Writes src/forno/agents/horizon.json (half a minute)."""

import hashlib
import json
from pathlib import Path

from forno.rules import OWN_GAMES
from forno.train.horizon import fit_weights

FILE = Path(__file__).resolve().parent.parent / "src" / "forno" / "agents" / "horizon.json"
KEY = hashlib.sha256(b"horizon").digest()

fitted = {game.id: {players: fit_weights(game, players, KEY) for players in game.players} for game in OWN_GAMES}
lines = [
    f"{json.dumps(name)}: {json.dumps(by_players)}" for name, by_players in fitted.items() if any(by_players.values())
]
FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
