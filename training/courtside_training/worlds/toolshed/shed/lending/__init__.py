"""The tool library as a Django app: its tables, and how the admin shows them."""
