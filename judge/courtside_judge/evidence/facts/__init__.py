"""What is known of one run, a class for each subject. Draws no conclusion."""
