"""Score sheets shown to people and programs; no score is computed here.

`text` and `json` show kingdoms, `scan_*` photos of them, `found` and `grid_picture` where they
lie, `batch_*`, `csv` and `standings_plots` a tournament. `wording` and `scan_wording` hold the
English messages that the catalogues translate, `sentences` and `scan_sentences` fill them in.
"""
