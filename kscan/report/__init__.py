"""What people and programs are shown of a score sheet; nothing here computes a score.

`text` and `json` show kingdoms, `scan_*` photos of them, `found` and `grid_picture` where they
lie, `batch_*`, `csv` and `standings_plots` a tournament. `wording` and `scan_wording` hold the
English messages that the catalogues translate, `sentences` and `scan_sentences` fill them in.
"""
