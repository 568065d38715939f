"""Thinking: what takes longer than a message may, such as the decisions of strong bots and replays of whole games.

It happens in worker processes, so that the event loop only moves messages. A fair queue decides whose turn it is.
"""

from forno.server.thinking.fair_queue import Asker
from forno.server.thinking.thinking import Thinking

__all__ = ["Asker", "Thinking"]
