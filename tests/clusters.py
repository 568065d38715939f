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
_MEGABYTE = 2**20


@dataclass(frozen=True)
class Nodes:
    cluster: Any
    second: Any

    @property
    def address(self) -> str:
        return str(self.cluster.address)

    def kill_one(self) -> None:
        self.cluster.remove_node(self.second, allow_graceful=False)

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
def two_nodes() -> Iterator[Nodes]:
    """Each node has one processor."""
    each: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 100 * _MEGABYTE}
    cluster: Any = import_module("ray.cluster_utils").Cluster(
        initialize_head=True,
        head_node_args={
            **each,
            "include_dashboard": False,
            "_system_config": {"health_check_period_ms": 500, "health_check_failure_threshold": 4},
        },
    )
    try:
        yield Nodes(cluster, cluster.add_node(**each))
    finally:
        cluster.shutdown()
