"""Several processes that serve the same tables.

Each table has one owner, which alone acts for it (`store.leases`). A client whose socket is at another process follows the table through
that process: what it sends and gets is passed on over the bus, byte by byte.
"""
