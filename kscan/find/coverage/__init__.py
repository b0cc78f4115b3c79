"""Coverage of fields, decided in one order (`decision.py`).

1. The network says how probable a tile is on each field of the window (`find/refine.py`).
2. `decision.in_window`: a logistic regression adds how like the photo's own table and tiles each
   field looks (`table_likeness.py`).
3. `decision.with_reader`: another adds what the square reader says, in evidence and grid alike.
4. The grid alone: what no set of dominoes can cover is doubted (`tileability.py`).

What is empty after 2 but looks unlike the table around is noted (`decision.is_hidden`). Fields
beside the block on which the finder sees something are decided like those of the grid
(`decision.odds_beside`, `find/neighbours.py`).

After 2 and 3 a tile that lies apart from the kingdom is no surer than the network is of it.
"""
