"""Options that several commands have, and the words that a person may give them."""
