"""The canonical names of cards, roles and special actions, by their numbers in the rules."""

CARDS = (*(str(number) for number in range(1, 12)), "golden", "joker")
ROLES = ("chef", "sous-chef", "waiter", "dishwasher")
SPECIAL_ACTIONS = ("keep-still", "dinner-is-served", "food-fight")
