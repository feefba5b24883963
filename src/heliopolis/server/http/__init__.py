"""The guard and the routes, by resource."""
