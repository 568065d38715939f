"""What people read of a game, in their language: sentences for events, labels for actions, names of things."""
