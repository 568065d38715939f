"""Bridges to ChefsHatGYM: its action numbers, agents written for it, its datasets. See docs/migration-from-chefshatgym.md.

In this package *their* and *theirs* mean ChefsHatGYM's, *our* and *ours* Forno's.
"""

from forno.chefshatgym.adapter import AgentAdapter, play_to_end
from forno.chefshatgym.translation import ACTIONS, our_action, their_action

__all__ = ["ACTIONS", "AgentAdapter", "our_action", "play_to_end", "their_action"]
