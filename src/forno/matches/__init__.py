"""Play many games among agents: contests, seating, agents by text or program, the compiled loop, resumable folders."""
