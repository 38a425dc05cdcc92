"""The process that judges, and the messages to it. Knows no judge from inside."""
