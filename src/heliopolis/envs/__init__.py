"""The games as environments of other libraries: `pettingzoo` and `openspiel`. Nothing else here imports them."""
