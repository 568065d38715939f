"""Who wins more often: agents that place as much as they can, or agents that do anything?"""

from forno import agents
from forno.rules import chance, find
from forno.table import Table

game = find("chefs-hat")
names = ["larger-value", "uniform", "larger-value", "uniform"]
minds = [agents.find(name, game) for name in names]
rng = chance.stream(bytes(32))
wins = dict.fromkeys(names, 0)
for number in range(10):
    table = Table(game, 4, key=number.to_bytes(32, "little"))
    agents.play_to_end(table, minds, rng)
    for seat in table.winners:
        wins[names[seat]] += 1
print(wins)
