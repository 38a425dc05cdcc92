"""What happened in one run, a class for each subject. Knows not what the task asks for."""
