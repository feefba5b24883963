"""The server: tables that never lose a move. JSON over HTTP up, server-sent events down; see docs/protocol.md.

problems   what can be wrong: a status, a key, parameters         matches    what is played: a deal or a session
fairness   the deal, its commitment, verifying a record           tables     what a table is: the fold of its log
commands   what can be done at a table: new entries of its log    undo       what can be taken back, at what price
shown      a table and its log as somebody may see them           storage/   the log in SQLite or PostgreSQL
rooms      tables in memory, and who listens                      streams    news as it comes
thinking   bots, off the event loop                               keeper     clocks, bots left waiting, lost news
security   headers, origin, sizes, rates                          api/       the routes, by resource
warming    the rules, loaded behind the first page                app        all of it put together
"""
