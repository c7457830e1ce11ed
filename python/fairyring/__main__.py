"""`python -m fairyring`."""

from fairyring.cli import main

main()
