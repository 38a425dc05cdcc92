"""Makes attempts at a task until one succeeds or a limit is reached: `courtside.reflexion`."""
