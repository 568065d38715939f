"""The games as environments for learners, in their own interfaces: Gymnasium, PettingZoo, OpenSpiel.

Importing this registers the games with those of them that are installed.
"""

from forno.envs.registration import register_all

register_all()
