"""The company's own tables: who may ask which, and their rows as documents that can be quoted."""
