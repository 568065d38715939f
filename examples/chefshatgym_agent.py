"""An unchanged agent written for ChefsHatGYM (version 3) plays against three of Forno's agents."""

from typing import Any

from forno import agents
from forno.chefshatgym import AgentAdapter, play_to_end
from forno.rules import chance, find
from forno.table import Table


class CommonestFirst:
    """An agent for ChefsHatGYM that places and gives away its most common cards."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.actions: list[str] = []
        self.places: list[int] = []

    def update_game_start(self, payload: dict[str, Any]) -> None:
        self.actions = list(payload["actions"].values())

    def request_action(self, payload: dict[str, Any]) -> int:
        placements = [text for text in payload["possible_actions"] if text != "pass"]
        return self.actions.index(placements[-1] if placements else "pass")

    def request_cards_to_exchange(self, payload: dict[str, Any]) -> list[int]:
        return sorted(payload["hand"])[-payload["n"] :]

    def request_special_action(self, payload: dict[str, Any]) -> bool:
        return True

    def update_match_over(self, payload: dict[str, Any]) -> None:
        self.places.append(1 + payload["finishing_order"].index(self.name))

    def update_new_hand(self, payload: dict[str, Any]) -> None: ...
    def update_new_roles(self, payload: dict[str, Any]) -> None: ...
    def update_food_fight(self, payload: dict[str, Any]) -> None: ...
    def update_dinner_served(self, payload: dict[str, Any]) -> None: ...
    def update_hand_after_exchange(self, payload: dict[str, Any]) -> None: ...
    def update_start_match(self, payload: dict[str, Any]) -> None: ...
    def update_player_action(self, payload: dict[str, Any]) -> None: ...
    def update_pizza_declared(self, payload: dict[str, Any]) -> None: ...
    def update_game_over(self, payload: dict[str, Any]) -> None: ...


game = find("chefs-hat")
theirs = CommonestFirst("Remy")
seats = [AgentAdapter(theirs), *(agents.find("uniform", game) for _ in range(3))]
table = Table(game, 4, {"shifts": 10}, key=bytes(32), names=["Remy", "Uma", "Ugo", "Ulla"])
play_to_end(table, seats, chance.stream(bytes(32)))
print(
    f"{theirs.name} finished in places {theirs.places}; points of all: {dict(zip(table.names, table.scores, strict=True))}"
)
