"""What a question asks, read by rule: its parts, its words and their weight, its dates, the kind of thing."""
