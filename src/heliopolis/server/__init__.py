"""The server: tables that never lose a move. JSON over HTTP up, server-sent events down; see docs/protocol.md.

`domain/` says what a table is. Nothing there reads, writes or waits.
    problems      what can be wrong with a request: a status, a key, parameters
    games         what can be played; matches: what a table plays, a dealt_match or a companion_match (Tekhenu)
    device_session  a companion session in a browser without a network; companion_reading: what both read of one
    fairness      the deal, its commitment, and how a record is verified
    tables        a table is the fold of its log
    limits        how long a log may become
    changes       entries to append to a log, and what is committed with them
    commands      what can be done at a table: each returns a change; undo: what can be taken back, at what price
    presenters    a table and its log as a viewer may see them; records: the record of a table's game

`storage/` has the log in SQLite or PostgreSQL.

`runtime/` is what a process does besides answering.
    rooms         tables in memory: `execute` commits a change, then announces it
    streams       updates as they come
    bot_turns     bots, off the event loop; turn_queue: in which order; hints: those that wait; bot_choices: moves
    housekeeping  clocks, bots left waiting, changes that were not announced
    rule_loader   loads and compiles the rules in the background
    work          threads and a fair queue for what takes long and is no move: table_records, replays of uploaded ones
    chat_pace     how fast a person may chat
    security_events  what strangers try, counted and logged

`http/` has what stands before the routes, and the routes, by resource. `app` puts everything together.
    connections   how large and how slow a request may be, and how many connections there may be
    guard         headers, origin, sizes; hosts: addresses and names; limits: what requests cost
    turns         the routes' way into a pool of `runtime/work`
"""
