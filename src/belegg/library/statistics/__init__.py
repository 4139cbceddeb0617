"""Official statistics in a library: a catalogue of tables, figures as documents, lines derived again."""
