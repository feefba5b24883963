"""The devices that a batch can run on."""
