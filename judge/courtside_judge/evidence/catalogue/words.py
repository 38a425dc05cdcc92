"""How far the run follows the task's own words, and what the end of it says."""

from .entry import NO_ADVICE, Entry

WORDS = (
    Entry(kind="words-untouched", sign="against", advice=NO_ADVICE, is_left=True),
    Entry(kind="words-shown", sign="towards"),
    Entry(kind="words-titled", sign="towards"),
    Entry(kind="typed-named", sign="towards", family="something-right", cap=1),
    Entry(kind="typed-misspelt", sign="against", family="something-wrong", advice=NO_ADVICE),
    Entry(kind="typed-partly", advice=NO_ADVICE),
    Entry(kind="chose-named", sign="towards", family="something-right", cap=1),
    Entry(kind="chose-misspelt"),
    Entry(kind="chose-partly", advice=NO_ADVICE),
    Entry(kind="pressed-named", sign="towards", cap=1),
    Entry(kind="pressed-misspelt", advice=NO_ADVICE),
    Entry(kind="pressed-partly", cap=1, advice=NO_ADVICE),
    Entry(kind="confirmed", sign="towards", sign_when_new="towards"),
    Entry(kind="refused", sign="against", advice=NO_ADVICE),
)
