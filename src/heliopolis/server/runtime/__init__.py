"""What a server process does besides answering: tables in memory, streams, bots, housekeeping."""
