"""Self-play learning: networks that compiled code evaluates, best responses to agents. Needs torch (the extra `torch`)."""
