"""The JSON that every door gives, from the records: the command line, the HTTP API, MCP."""
