"""The devices on which games can run: CPU threads, or a CUDA GPU."""
