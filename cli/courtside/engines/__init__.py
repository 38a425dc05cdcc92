"""Where long work is done: judging and the attempts of a loop, in processes here or over Ray."""
