"""Many games at native speed: random games, batches and tree search, on CPU cores and on a GPU."""
