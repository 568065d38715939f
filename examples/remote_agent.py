"""A bot that plays at a server's table over a WebSocket. docs/protocol.md describes the messages.

python examples/remote_agent.py ws://localhost:8000/ws/tables/TABLE
"""

import json
import random
import sys

from websockets.sync.client import connect

if len(sys.argv) != 2:
    sys.exit(print(__doc__))

with connect(sys.argv[1]) as socket:
    socket.send(json.dumps({"type": "rename", "name": "Remo"}))
    socket.send(json.dumps({"type": "sit"}))
    for text in socket:
        message = json.loads(text)
        if message["type"] == "position" and message["legal"]:
            choice = random.choice(message["legal"])  # noqa: S311  replace this: message["view"] is what the seat sees
            print(choice["label"])
            socket.send(json.dumps({"type": "act", "number": message["number"], "action": choice["action"]}))
        elif message["type"] == "room" and message["state"] == "finished":
            sys.exit(print("Scores:", message["result"]["scores"]))
        elif message["type"] in ("error", "refused"):
            print(message["sentence"])
