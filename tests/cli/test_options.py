"""Options that commands share: what is understood, and the sentence for what is not."""

import click
import pytest
from click.testing import CliRunner, Result

from kscan.cli import options
from kscan.game.variants import Variant


@click.command()
@options.corners
@options.size
@options.variants
@options.max_pixels
def command(**given: object) -> None:
    click.echo(repr(given))


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


@pytest.mark.parametrize(
    "text", ["12", "1,2,3", "a,b", "1;2", "nan,1", "inf,3", "1e308,0", "0,-1e9", ""]
)
def test_what_is_no_point_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(click.BadParameter, match="120,340"):
        options.point(text)


def test_points_may_lie_outside_the_photo() -> None:
    result = run("--corners", "-5,-5", "99.5,0", "100,100", "0,100")
    assert result.exit_code == 0
    assert "(-5.0, -5.0)" in result.output


def test_a_wrong_corner_is_a_usage_error_that_names_the_option() -> None:
    result = run("--corners", "1,1", "2,x", "3,3", "4,4")
    assert result.exit_code == 2
    assert "--corners" in result.output
    assert "'2,x' is not a point" in result.output


def test_variants_are_written_with_hyphens() -> None:
    result = run("--variant", "middle-kingdom", "--variant", "mighty-duel")
    assert repr(Variant.MIDDLE_KINGDOM) in result.output
    assert repr(Variant.MIGHTY_DUEL) in result.output


@pytest.mark.parametrize("megapixels", ["0", "-3", "inf", "nan", "many"])
def test_a_limit_that_makes_no_sense_is_refused(megapixels: str) -> None:
    assert run("--max-megapixels", megapixels).exit_code == 2
