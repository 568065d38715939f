"""Ratings by openskill."""

from collections.abc import Sequence

import msgspec
from openskill.models import PlackettLuce

LIMIT = 20_000  # games: a rating settles long before


class Rating(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    mu: float
    sigma: float


def rate(agents: Sequence[str], ranks: Sequence[int], seats: int) -> dict[str, Rating]:
    """Rate the agents game by game, up to `LIMIT` games. An agent in several seats gets the mean of the ratings that each seat would get."""
    model = PlackettLuce()
    ratings = {name: model.rating(name=name) for name in dict.fromkeys(agents)}
    for first in range(0, min(len(agents), LIMIT * seats), seats):
        seated, places = agents[first : first + seats], ranks[first : first + seats]
        new = model.rate([[ratings[name]] for name in seated], ranks=[float(place) for place in places])
        for name in set(seated):
            own = [team[0] for team, who in zip(new, seated, strict=True) if who == name]
            mu = sum(one.mu for one in own) / len(own)
            sigma = sum(one.sigma for one in own) / len(own)
            ratings[name] = model.rating(mu=mu, sigma=sigma, name=name)
    return {name: Rating(rating.mu, rating.sigma) for name, rating in ratings.items()}
