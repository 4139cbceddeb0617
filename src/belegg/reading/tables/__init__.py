"""Tables however they came: cells as they are shown, rows as lines that can be quoted, CSV and TSV files."""
