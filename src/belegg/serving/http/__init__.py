"""The HTTP API: routes under `/api/v1`, the guards every response passes, the application they stand in."""
