"""Who comes in by HTTP and MCP: from a request to a visitor with a Principal, roles and rights of a token."""
