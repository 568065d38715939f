"""The games in the forms that people who train agents already use: PettingZoo, Gymnasium, OpenSpiel."""
