"""
Tables in PostgreSQL: asked in processes of their own, by a role of their own that can only read.

`tokens` and `words` are what a statement may be made of, `shown` is what stands before it (the tables as who
asks may see them) and what the server says it would read; `role` is what the server itself must refuse.
"""
