"""Play over the network: an adapter between sockets and tables, with no rules in it."""
