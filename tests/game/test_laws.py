"""What holds for every kingdom, sensible or not."""

from hypothesis import given
from hypothesis import strategies as st

from kscan.game.box import BASE, numbers_of
from kscan.game.covering import cover
from kscan.game.kingdom import Cell, Kingdom, parse_kingdom, territories
from kscan.game.legality import examine
from kscan.game.ranking import Contender, TieRule, rank
from kscan.game.rules import Rules
from kscan.game.scoring import score
from kscan.game.squares import CASTLE, EMPTY, KINDS, CastleColor, Square
from kscan.game.variants import EVERY

SQUARES = st.sampled_from(
    [*KINDS, CASTLE, EMPTY, *(Square(castle=True, color=color) for color in CastleColor)]
)
CONTENDERS = st.lists(
    st.builds(
        Contender, st.text(max_size=3), st.integers(0, 3), st.integers(0, 2), st.integers(0, 2)
    ),
    max_size=6,
)


@st.composite
def kingdoms(draw):
    rows, cols = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    return Kingdom(draw(st.tuples(*[st.tuples(*[SQUARES] * cols)] * rows)))


def snake(side):
    """Every field of the grid, row by row to and fro."""
    cols = range(side)
    return [Cell(row, col) for row in cols for col in (reversed(cols) if row % 2 else cols)]


def spiral(side):
    """Every field of the grid, from the middle outwards."""
    row = col = side // 2
    way = [Cell(row, col)]
    for turn in range(2 * side - 1):
        down, right = ((0, 1), (1, 0), (0, -1), (-1, 0))[turn % 4]
        for _ in range(min(turn // 2 + 1, side - 1)):
            row, col = row + down, col + right
            way.append(Cell(row, col))
    return way


@st.composite
def laid(draw, sides=(5, 7)):
    """Build a kingdom of one box: dominoes along a way through the grid, a castle between."""
    way = draw(st.sampled_from([path(side) for side in sides for path in (snake, spiral)]))
    most = len(way) // 2
    before = draw(st.sampled_from([0, most // 2, most]) | st.integers(0, most))
    after = most - before
    if draw(st.booleans()):  # else the grid is full
        before, after = draw(st.integers(0, before)), draw(st.integers(0, after))
    dominoes = draw(st.randoms()).sample(BASE.dominoes, before + after)
    halves = [half for domino in dominoes for half in (domino.first, domino.second)]
    row = [*halves[: 2 * before], CASTLE, *halves[2 * before :]]
    start = 2 * (draw(st.integers(0, most - before - after)))
    on = dict(zip(way[start:], row, strict=False))
    side = max(way).row + 1
    return Kingdom(
        tuple(tuple(on.get(Cell(r, c), EMPTY) for c in range(side)) for r in range(side))
    )


def mirrored(kingdom):
    return Kingdom(tuple(row[::-1] for row in kingdom.squares))


def with_a_crown_more(kingdom, cell):
    square = kingdom[cell]
    more = Square(square.terrain, square.crowns + 1)
    return kingdom.replaced(lambda c, s: more if c == cell else s)


@given(kingdoms())
def test_text_to_kingdom_to_text_is_the_identity(kingdom):
    assert parse_kingdom(str(kingdom)) == kingdom
    assert str(parse_kingdom(str(kingdom))) == str(kingdom)


@given(kingdoms() | laid())
def test_turning_or_mirroring_keeps_points_and_bonuses(kingdom):
    sheet = score(kingdom, Rules(EVERY))
    for other in (kingdom.turned(), mirrored(kingdom)):
        seen = score(other, Rules(EVERY))
        assert (seen.points, seen.bonuses, seen.largest, seen.notes) == (
            sheet.points,
            sheet.bonuses,
            sheet.largest,
            sheet.notes,
        )


@given(kingdoms(), st.data())
def test_points_never_fall_when_a_crown_is_added(kingdom, data):
    land = [cell for cell in kingdom.covered if kingdom[cell].terrain]
    if land:
        cell = data.draw(st.sampled_from(land))
        assert score(with_a_crown_more(kingdom, cell)).points > score(kingdom).points


@given(kingdoms())
def test_territories_partition_the_land(kingdom):
    cells = [cell for territory in territories(kingdom) for cell in territory.cells]
    assert sorted(cells) == [cell for cell in kingdom.covered if not kingdom[cell].castle]


@given(kingdoms())
def test_neighbours_of_one_terrain_are_in_one_territory(kingdom):
    home = {cell: t for t in territories(kingdom) for cell in t.cells}
    for cell in home:
        for beside in cell.neighbours():
            same = kingdom[beside].terrain is kingdom[cell].terrain
            assert (home.get(beside) is home[cell]) == same


@given(laid(sides=(5,)))
def test_dominoes_of_the_box_are_found_again_each_field_and_each_domino_once(kingdom):
    dominoes = cover(kingdom).dominoes
    cells = sorted(cell for domino in dominoes for cell in domino.cells)
    numbers = [domino.number for domino in dominoes]
    assert cells == [cell for cell in kingdom.covered if not kingdom[cell].castle]
    assert len(set(numbers)) == len(numbers)
    for domino in dominoes:
        halves = numbers_of(BASE.with_halves(frozenset(kingdom[cell] for cell in domino.cells)))
        assert domino.number in domino.numbers == halves


@given(kingdoms() | laid(sides=(5,)))
def test_a_kingdom_that_is_not_covered_has_a_finding_that_says_why(kingdom):
    said = {said.code for said in examine(kingdom).broken}
    why = {"odd_land", "unpaired", "domino_overused", "too_many_squares", "unknown_square"}
    assert (cover(kingdom) is None) == bool(said & why)


@given(CONTENDERS, st.sampled_from(TieRule), st.randoms())
def test_ranking_does_not_depend_on_the_order_of_players(contenders, rule, random):
    shuffled = list(contenders)
    random.shuffle(shuffled)
    assert {(p.contender, p.place, p.decided_by) for p in rank(contenders, rule)} == {
        (p.contender, p.place, p.decided_by) for p in rank(shuffled, rule)
    }


@given(CONTENDERS, st.sampled_from(TieRule))
def test_ranking_is_a_total_preorder(contenders, rule):
    places = rank(contenders, rule)
    numbers = [place.place for place in places]
    assert sorted(map(repr, contenders)) == sorted(repr(place.contender) for place in places)
    assert numbers == sorted(numbers)
    for place in places:
        better = sum(other.place < place.place for other in places)
        assert place.place == better + 1
    totals = [place.contender.total for place in places]
    assert totals == sorted(totals, reverse=True)
