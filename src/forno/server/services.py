"""What all rooms share."""

from dataclasses import dataclass

from forno.server.bot_threads import BotThreads
from forno.server.settings import Settings
from forno.server.store import Store
from forno.warmup import BackgroundWarmup


@dataclass(frozen=True)
class Services:
    store: Store
    warmup: BackgroundWarmup
    bot_threads: BotThreads
    settings: Settings
