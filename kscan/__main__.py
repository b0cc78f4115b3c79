"""`python -m kscan`: the command line where the script is not on the path."""

from kscan.cli import main

if __name__ == "__main__":  # workers import this module again
    main()
