"""How what happened in a run stands to what its task asks for. Makes no finding.

Screens are not kept. So what a press or a drag was beside the others of its kind, and which of them
the task names, is noted while the screen is there; whether that speaks for or against the run is
left to the extractors.
"""
