"""The games as environments: for learners in their own interfaces (PettingZoo, Gymnasium, OpenSpiel)."""
