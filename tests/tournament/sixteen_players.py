"""Three rounds of four tables for sixteen players: who sits where."""

PLAYERS = [
    *("anna", "ben", "cai", "dan", "eva", "fay", "gus", "hal"),
    *("ivy", "jon", "kim", "leo", "mia", "ned", "oda", "pat"),
]
TABLE_NAMES = ["Table A", "Table B", "Table C", "Table D"]
ROUND_NAMES = ["Friday", "Saturday", "Sunday"]


def seated(number: int) -> list[tuple[str, list[str]]]:
    """Return the tables of a round and who sits there: everyone moves on by five seats."""
    order = [PLAYERS[(place + 5 * number) % 16] for place in range(16)]
    return [(TABLE_NAMES[at // 4], order[at : at + 4]) for at in range(0, 16, 4)]
