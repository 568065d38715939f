"""A program that plays in the arena: it reads a question a line, and answers with one of the legal actions.

forno arena chefs-hat --agents "cmd:python examples/bots/common_first.py,uniform"
"""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    dice = random.Random(question["random"])  # noqa: S311  so that the same contest is played the same way again
    legal = question["legal"]  # texts, such as "pass", "8x3", "place 2 olive"
    view = question["view"]  # all that the seat knows: see the game's page in docs/games
    placements = [text for text in legal if text[0].isdigit()]
    if question["game"] == "chefs-hat" and placements:  # the commonest number, as many as possible
        action = max(placements, key=lambda text: [int(number) for number in text.split("+")[0].split("x")])
    else:
        action = dice.choice(legal)
    print(json.dumps({"action": action}), flush=True)
