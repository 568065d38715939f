"""A Ray cluster of two nodes on this machine, for tests."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

os.environ["RAY_AUTH_MODE"] = "disabled"
os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"  # Ray's future default; otherwise it warns
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"


_NODE = {"num_cpus": 1, "object_store_memory": 100 * 2**20}


@dataclass
class Nodes:
    cluster: Any
    second: Any = None

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def add_missing(self) -> None:
        """Add the second node if there is none, or if a test has killed it."""
        if self.second is None:
            self.second = self.cluster.add_node(**_NODE)
            self.cluster.wait_for_nodes()

    def kill_one(self) -> None:
        self.cluster.remove_node(self.second, allow_graceful=False)
        self.second = None

    def all(self) -> list[dict[str, Any]]:
        """The nodes that the cluster knows."""
        ray: Any = import_module("ray")  # slow to import, and untyped
        ray.init(address=self.address, log_to_driver=False, logging_level="ERROR")
        try:
            return list(ray.nodes())
        finally:
            ray.shutdown()

    @staticmethod
    def wait_until(condition: Callable[[], bool]) -> None:
        while not condition():
            time.sleep(0.01)


@contextmanager
def started() -> Iterator[Nodes]:
    """A cluster of one node so far. Each node has one processor."""
    cluster: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True,
        head_node_args={
            **_NODE,
            "include_dashboard": False,
            "_system_config": {"health_check_period_ms": 500, "health_check_failure_threshold": 4},
        },
    )
    try:
        yield Nodes(cluster)
    finally:
        cluster.shutdown()
