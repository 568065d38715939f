"""Independent checks: plain Python that verifies traces against the rules, without importing Forno."""
