"""Chef's Hat in the words of ChefsHatGYM: its actions, agents written for it at our tables, its datasets. See docs/migration-from-chefshatgym.md."""

from forno.chefshatgym.guests import Guest, play_to_end
from forno.chefshatgym.words import ACTIONS, our_action, their_action

__all__ = ["ACTIONS", "Guest", "our_action", "play_to_end", "their_action"]
