"""What pre-trained language weights add to the findings. Nothing of it is needed to judge."""
