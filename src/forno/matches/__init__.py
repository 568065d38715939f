"""Games among agents in bulk: contests, who sits where, agents by text or program, the compiled loop, resumable folders."""
