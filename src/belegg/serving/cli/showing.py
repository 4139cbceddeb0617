"""`demo`: the whole walk on a company that ships with Belegg."""
