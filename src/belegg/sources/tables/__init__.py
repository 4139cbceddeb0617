"""
The company's own tables: which databases are configured, and how one statement is put to one of them.

`engine` is what every kind of database gives, `sqlite` and `postgres` are those there are. `settings` reads
`[tables.NAME]`, `loading` makes a database of files of rows.
"""
