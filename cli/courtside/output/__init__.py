"""What commands print and write: tables, JSON, verdicts, models, tests."""
