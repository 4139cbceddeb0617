"""
SQLite files as company tables.

`engine` asks; `process` starts the process that is asked and ends it; the rest runs in that process: `worker`
takes the question, `opening` opens the file, `rights` is what the database lets a statement do, `statement`
what is looked at before, `running` runs it, `faults` says in words what came of it.
"""
