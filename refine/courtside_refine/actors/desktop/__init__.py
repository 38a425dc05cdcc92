"""An agent that sees a desktop as a numbered list and drives it with mouse and keyboard."""
