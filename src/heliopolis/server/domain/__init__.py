"""What a table is, what can be done at it, and who may know what. Nothing here reads, writes or waits."""
