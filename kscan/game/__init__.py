"""Kingdomino itself: squares, the box, kingdoms, rules, scores, ranking. Plain Python."""
