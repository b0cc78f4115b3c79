"""The page for phones: `kscan serve` answers browsers on the local network.

In the `server`, `access` checks the key, then `api` and `pages` answer; `events` tell open pages;
`live` holds the `submissions`, photos and what was typed in, which `corrections` changes. The
folder's files are written by `uploads`, `folder` and `history`. In child processes (`workers`), as
they need pixels and evidence: `reading` reads one photo, `scoring` scores tables and standings as a
batch does.
"""
