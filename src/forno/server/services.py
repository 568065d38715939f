"""What all rooms share."""

from dataclasses import dataclass

from forno.server.settings import Settings
from forno.server.store import Store
from forno.server.thinking import Thinking
from forno.warmup import BackgroundWarmup


@dataclass(frozen=True)
class Services:
    store: Store
    warmup: BackgroundWarmup
    thinking: Thinking
    settings: Settings
