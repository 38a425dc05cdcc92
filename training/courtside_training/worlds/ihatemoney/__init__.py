"""I Hate Money, a web app for shared budgets. Its database is the oracle. A sealed world."""
