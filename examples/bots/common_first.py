"""A program that plays in the arena. For each line that it reads, it answers with one of the legal actions.

forno arena chefs-hat --agents "cmd:python examples/bots/common_first.py,uniform"
"""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    dice = random.Random(question["random"])  # noqa: S311  seeded, so that a contest can be repeated
    legal = question["legal"]  # texts, such as "pass", "8x3", "place 2 olive"
    view = question["view"]  # what the seat knows: see the game's page in docs/games
    placements = [text for text in legal if text[0].isdigit()]
    if question["game"] == "chefs-hat" and placements:  # the most common number, with as many cards as possible
        action = max(placements, key=lambda text: [int(number) for number in text.split("+")[0].split("x")])
    else:
        action = dice.choice(legal)
    print(json.dumps({"action": action}), flush=True)
