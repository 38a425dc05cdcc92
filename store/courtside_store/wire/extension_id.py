"""The id of our Chrome extension, by which the daemon knows its requests."""

from __future__ import annotations

EXTENSION_ID = "nlfoghpcljenpfgkgdpnfkniiokcbnnk"
"""Id of the unpacked extension, fixed by the public key in its manifest."""
