"""`python -m kscan`: the command line where the script is not on the path."""

from kscan.cli import main

main()
