"""STAND-IN until the real package is on main."""
