"""What follows a verdict: lessons and retries, tasks to try, and agents that are trained.

`lessons` says what a failed run did wrong, `retrying` hands that to the next attempt of anybody's
agent, `child_processes` runs agents and resets that are commands. `actors` are agents of our own,
`proposing` finds tasks for them, `policy_training` and `captions` make what they are trained on and
train them, and `improving` is the loop of all four. `plans` measures how near an agent came to a
recorded plan.
"""
