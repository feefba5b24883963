"""Training of nets by self-play, with PyTorch, on a GPU or on CPU cores."""
