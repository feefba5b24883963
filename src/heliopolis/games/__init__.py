"""The games, one folder each; `sun` is what Ra and Priests of Ra share. Calling the package lists the dealt games.

>>> import heliopolis as hp
>>> hp.games()
['ra', 'priests', 'respublica']
"""

from heliopolis.core.callable_package import make_callable
from heliopolis.core.registry import games

make_callable(__name__, games)
