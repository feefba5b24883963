"""The games as environments of other libraries, PettingZoo and OpenSpiel, which are imported only here."""
