"""How the detector of interactable elements is made: pages, pictures, training, measures."""
