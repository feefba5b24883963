"""The server: tables that never lose a move. JSON over HTTP up, server-sent events down; see docs/protocol.md.

problems   what can be wrong: a status, a key, parameters        tables     what a table is: the fold of its log
fairness   the deal, its commitment, and verifying a record      commands   what can be done at a table: new entries
matches    what is played: a dealt game or a Tekhenu session     undo       what can be taken back, and at what price
shown      a table and its log as somebody may see them          storage/   the log in SQLite or PostgreSQL
rooms      tables in memory, and who listens                     thinking   bots, off the event loop
keeper     clocks, bots left waiting, news of other processes    api/       the routes, by resource
security   headers, origin, sizes, rates                         app        all of it put together
"""
