"""The demo: a scripted agent on real tasks with an oracle, watched and judged live."""
