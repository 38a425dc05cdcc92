"""iOS through idb: a recording proxy in front of a companion, and a phone that an agent drives."""
