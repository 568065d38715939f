"""Environments for reinforcement learning: Gymnasium, PettingZoo and OpenSpiel.

Importing this package registers the games with each of these libraries that is installed.
"""

from forno.envs.registration import register_all

register_all()
