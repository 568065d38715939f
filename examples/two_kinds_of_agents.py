"""Compare two kinds of agents: `larger-value` places as many cards as it can, and `uniform` plays at random."""

from forno import agents
from forno.rules import chance, find
from forno.table import Table

game = find("chefs-hat")
names = ["larger-value", "uniform", "larger-value", "uniform"]
players = [agents.find(name, game) for name in names]
rng = chance.stream(bytes(32))
wins = dict.fromkeys(names, 0)
for number in range(10):
    table = Table(game, 4, key=number.to_bytes(32, "little"))
    agents.play_to_end(table, players, rng)
    for seat in table.winners:
        wins[names[seat]] += 1
print(wins)
