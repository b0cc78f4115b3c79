"""Write every generated part of the README and the docs, and their pictures."""

from kscan import photo
from kscan.files import write_changed
from kscan.lab.documents import fooled, reading, samples
from kscan.lab.documents.blocks import BLOCKS, CHECKOUT


def main() -> None:
    """Renew the pages of this checkout."""
    samples.draw(CHECKOUT)
    sample = photo.read(CHECKOUT / "samples" / f"{reading.SAMPLE}.jpg")
    reading.draw(CHECKOUT, (*reading.pictures(sample), *fooled.pictures()))
    for block in BLOCKS:
        page = CHECKOUT / block.page
        write_changed(page, block.renewed(page.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
