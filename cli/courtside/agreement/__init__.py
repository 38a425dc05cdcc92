"""Where the runs of `courtside agreement` come from, and how its report is printed."""
