"""Reads and writes other formats: recordings, exports, UI trees, action grammars.

Knows the records and the store; knows no judge, no device and no socket.
"""
