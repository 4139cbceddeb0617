"""Official statistics in a library: a catalogue of tables, figures fetched as documents, lines derived again."""
