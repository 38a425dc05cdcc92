"""Apps that no finding, wording or limit of the judge was made after.

They were written first, and are run at the start and at the end only.
"""

from .address_book import ADDRESS_BOOK
from .notes import NOTES
from .poll import POLL
from .preferences import PREFERENCES

HELD_OUT = (ADDRESS_BOOK, NOTES, POLL, PREFERENCES)
