"""Networks at play time: small files, evaluated by compiled code, without the library that trained them."""

from forno.agents.networks.agent import CompiledNetworkAgent, network_agent, shipped_games, shipped_table
from forno.agents.networks.file import NetworkFile, load_network, shipped_path
from forno.agents.networks.forward import NetworkTable
from forno.agents.networks.network import Network, table_of, with_scratch

__all__ = [
    "CompiledNetworkAgent",
    "Network",
    "NetworkFile",
    "NetworkTable",
    "load_network",
    "network_agent",
    "shipped_games",
    "shipped_path",
    "shipped_table",
    "table_of",
    "with_scratch",
]
