"""Many games at native speed: random games, batches and tree search, on cores and on a GPU."""
