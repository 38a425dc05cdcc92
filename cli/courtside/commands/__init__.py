"""The words of the command line. Each file is loaded only when its word is called."""
