"""Signs of life from measuring that takes minutes, on standard error."""

from collections.abc import Collection, Iterator
from contextvars import ContextVar
from typing import TypeVar

import click

T = TypeVar("T")

# Set where nobody wants to be told.
QUIET: ContextVar[bool] = ContextVar("quiet", default=False)


def told(work: Collection[T], what: str, *, every: int = 25) -> Iterator[T]:
    """Yield the same things one by one, with a line on standard error after so many of them."""
    for number, thing in enumerate(work, 1):
        yield thing
        if not QUIET.get() and (number % every == 0 or number == len(work)):
            click.echo(f"  {what}: {number} of {len(work)}", err=True)
