"""Android in the Wild's actions and records: ours into them, and back."""
