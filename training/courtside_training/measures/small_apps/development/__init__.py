"""Apps whose runs may be looked at while the judge is mended."""

from .bookings import BOOKINGS
from .cart import CART
from .stock import STOCK
from .to_do import TO_DO

DEVELOPMENT = (BOOKINGS, CART, STOCK, TO_DO)
