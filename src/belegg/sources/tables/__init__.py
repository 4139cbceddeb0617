"""
The company's own tables: which databases are configured, and how one statement is put to one of them.

`engine` is what every kind of database gives; `sqlite` is the one there is. `settings` reads `[tables.NAME]`,
`loading` makes a database of files of rows.
"""
