"""Random play in Forno and in other libraries. Run it with `forno bench peers`."""
