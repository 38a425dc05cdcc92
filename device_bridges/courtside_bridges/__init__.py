"""Sources: they watch an agent and send its steps. Know nothing of the daemon but its wire."""

import logging

from .client.log_filter import AddressFilter

logging.getLogger("courtside").addFilter(AddressFilter())
