"""Belegg: search your documents, answer only with quotations that were checked word for word."""
