"""django-oscar, a shop with a dashboard. Its database is the oracle."""
