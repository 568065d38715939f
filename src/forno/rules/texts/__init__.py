"""The canonical texts of actions, cards and events, game by game."""
