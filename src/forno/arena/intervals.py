"""Confidence intervals over deals.

The games of a deal share their luck, so a deal counts as one observation. The intervals are right for few deals, too: they use Student's
distribution, and a share near 0 or 1 gets Wilson's interval, which stays between them.
"""

from math import nan, sqrt
from statistics import NormalDist
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
# Student's distribution at 97.5% by degrees of freedom, from 1 to 30.
_T = (
    *(12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281),
    *(2.2010, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860),
    *(2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423),
)
Array = NDArray[Any]


class Estimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: float
    low: float | None  # ends of the interval; None if there is only one deal
    high: float | None

    def __str__(self) -> str:
        """The value with its interval."""
        interval = "" if self.low is None else f" ({self.low:.2f} to {self.high:.2f})"
        return f"{self.value:.2f}{interval}"


def student(freedom: int) -> float:
    """How many standard errors the interval reaches to each side."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    first = (_Z**3 + _Z) / 4
    second = (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / 96
    return _Z + first / freedom + second / freedom**2


def estimate(sums: Array, counts: Array, unit: float = 1, *, is_share: bool = False) -> Estimate:
    """The ratio of two sums over deals, with its interval. `sums` and `counts` are whole numbers, one for each deal; `unit` divides the sums.

    All arithmetic before the last step is in whole numbers, so every machine finds the same.
    """
    above, below = [int(one) for one in sums], [int(one) for one in counts]
    deals = len(above)
    x, y = sum(above), sum(below)
    if y == 0:  # an agent that has not sat down yet
        return Estimate(nan, None, None)
    value = x / y / unit
    if deals < 2:
        return Estimate(value, None, None)
    xx, yy = sum(a * a for a in above), sum(b * b for b in below)
    xy = sum(a * b for a, b in zip(above, below, strict=True))
    spread = xx * y * y - 2 * x * y * xy + x * x * yy  # of the residuals, times y squared
    error = sqrt(spread * deals / (deals - 1)) / y**2 / unit
    reach = student(deals - 1)
    if is_share:
        return Estimate(value, *_wilson(value, error, reach, deals))
    return Estimate(value, value - reach * error, value + reach * error)


def _wilson(share: float, error: float, reach: float, deals: int) -> tuple[float, float]:
    """Wilson's interval for as many independent games as would have this error. Without any error, a deal counts as a game."""
    if error == 0 and 0 < share < 1:  # equal in every deal: agents that play alike
        return share, share
    games = share * (1 - share) / error**2 if error > 0 else deals
    weight = reach**2 / games
    middle = (share + weight / 2) / (1 + weight)
    half = reach * sqrt(share * (1 - share) / games + weight / games / 4) / (1 + weight)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))


def difference(first: tuple[Array, Array], second: tuple[Array, Array], unit: float = 1) -> Estimate:
    """The difference of two ratios over the same deals (each as sums and counts by deal), with its interval.

    What the deals have in common cancels out, so this tells agents apart whose own intervals overlap.
    """
    (x, y), (u, v) = ([np.asarray(part, np.float64) for part in ratio] for ratio in (first, second))
    deals = len(x)
    one, other = x.sum() / y.sum(), u.sum() / v.sum()
    value = float((one - other) / unit)
    if deals < 2:
        return Estimate(value, None, None)
    residuals = (x - one * y) / y.mean() - (u - other * v) / v.mean()
    error = float(np.sqrt((residuals**2).sum() / (deals - 1) / deals)) / unit
    return Estimate(value, value - student(deals - 1) * error, value + student(deals - 1) * error)
