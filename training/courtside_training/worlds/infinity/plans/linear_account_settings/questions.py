"""Questions in our own words, about who and what has access."""

from __future__ import annotations

from courtside_training.worlds.infinity.plan import Answer, Part, Plan, Plans, click, pick

from .pages import NOTIFICATIONS, PREFERENCES, PROFILE, SECURITY, opened


def _device(number: int, wrong: int) -> Part:
    """Everything that is known of a session."""
    there = "[data-action=toggleSessionDetails][data-session-id=sess_{:02}] .session-device-name"
    return Part(SECURITY, pick(there.format(number), there.format(wrong)))


PLANS: Plans = {
    "own/where-firefox": Plan(
        Part(SECURITY),
        task="In which town was somebody signed in as me with Firefox?",
        answer=Answer("New York", "Austin"),
    ),
    "own/biggest-group": Plan(
        Part(PROFILE),
        task="How many people are in the largest group that I belong to?",
        answer=Answer("124", "47"),
    ),
    "own/idle-key": Plan(
        Part(SECURITY),
        task="Which of my keys has not been used for the longest time?",
        answer=Answer("Mobile App Testing", "Data Export Script"),
    ),
    "own/bot-until": Plan(
        Part(SECURITY),
        task="Until which day can the Slack bot still get in?",
        answer=Answer("Aug 10, 2026", "Jul 15, 2026"),
    ),
    "own/seattle-windows": Plan(
        _device(8, 4),
        task="Which version of Windows has the machine in Seattle?",
        answer=Answer("Windows 10", "Windows 11"),
    ),
    "own/phone-address": Plan(
        _device(7, 2),
        task="What is the IP address of the Android phone that is signed in?",
        answer=Answer("172.16.0.88", "203.0.113.42"),
    ),
    "own/tablet-since": Plan(
        _device(6, 2),
        task="Since when have I been signed in on the tablet?",
        answer=Answer("Nov 28, 2025", "Jan 15, 2026"),
    ),
    "own/may-change-projects": Plan(
        Part(SECURITY),
        task="Which program may not only read my projects but change them?",
        answer=Answer("Zapier", "Raycast"),
    ),
    "own/week-begins": Plan(
        Part(PREFERENCES),
        task="On which day does a week begin in my calendar here?",
        answer=Answer("Monday", "Sunday"),
    ),
    "own/google-name": Plan(
        Part(PROFILE),
        task="Under which name am I with Google?",
        answer=Answer("alex.morgan@gmail.com", "alex.morgan@acmecorp.io"),
    ),
    "own/not-by-mail": Plan(
        Part(NOTIFICATIONS, *opened("email")[1:]),
        task="Mails come late on purpose at times. Between which hours do they come at once?",
        answer=Answer("8am-6pm", "9am-5pm"),
    ),
    "own/newest-passkey": Plan(
        Part(SECURITY, click(".passkey-row >> nth=2 >> .passkey-name")),
        task="With what can I sign in since last November?",
        answer=Answer("iPhone Face ID", "YubiKey 5C NFC"),
    ),
}
