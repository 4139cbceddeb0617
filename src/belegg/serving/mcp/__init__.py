"""The MCP server: tools and resources by which other programs' models search, read and check, as who asks."""
