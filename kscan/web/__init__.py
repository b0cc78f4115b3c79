"""The page for phones: `kscan serve` answers browsers on the local network."""
