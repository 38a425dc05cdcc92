"""Apps that were written first, and run at the start and at the end only: no finding, wording or
limit was made after one of their runs."""

from .address_book import ADDRESS_BOOK
from .notes import NOTES
from .poll import POLL
from .preferences import PREFERENCES

KEPT = (ADDRESS_BOOK, NOTES, POLL, PREFERENCES)
