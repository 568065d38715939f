"""Second opinions: plain Python that checks traces by the rules, and knows nothing of the package."""
