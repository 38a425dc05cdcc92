"""`python -m courtside` is the same as `courtside`."""

from .main import main

main()
