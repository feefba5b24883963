"""The games as environments of other libraries: `pettingzoo` and `openspiel`. Nothing else in the package imports them."""
