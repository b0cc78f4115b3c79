"""The folder of a tournament: its photos, players, games, results and standings.

`batch.run` is the way: `folder` lists the photos, `players` and `games_csv` say who is on them,
`stages` reads them (by `workers`, in child processes), `known_photos` adds what people decided,
`games` and `stages` solve each table, `rows` scores it, `standings` ranks the players. `cache`
keeps finished work, `settings` and `rules_in_play` say what is played, `report` writes it all.
"""
