"""Decides which screens an action stands between. Knows no browser, no device and no clock."""
