"""The daemon: ingest, judge queue, live page. One asyncio process on loopback."""
