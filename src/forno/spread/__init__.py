"""Work in pieces, on all cores here or on a Ray cluster: no piece lost, none counted twice."""
