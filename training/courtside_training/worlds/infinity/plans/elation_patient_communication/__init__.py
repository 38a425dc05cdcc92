"""Plans for a practice that writes to its patients: what they all need to know of the app."""

IDLE = "header .app-logo"
IGNORES = (
    r"^patientLetters\.\w+\.(isRead|readAt)$",
    r"^patients\.\w+\.invitationCode$",
    r"^(reminders|bulkLetters) in order$",
)
"""A letter that is opened counts as read, codes are drawn by lot, and two lists are sorted where
they are shown."""
RANDOM = ("conversationId",)
"""Numbers in the order in which letters are written."""
