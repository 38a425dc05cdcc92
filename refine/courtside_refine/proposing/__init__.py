"""Where new tasks come from: a site itself, or a model. Runs no agent and judges nothing."""
