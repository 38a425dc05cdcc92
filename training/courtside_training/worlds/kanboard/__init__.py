"""Kanboard, a project board: four projects of a museum that moves to another house."""
