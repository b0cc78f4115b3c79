"""Pictures made for a test: many from one photo, and one without a kingdom."""

from io import BytesIO
from pathlib import Path

from PIL import Image


def without_a_kingdom() -> bytes:
    """Return a photo on which nothing is found."""
    stream = BytesIO()
    Image.effect_noise((900, 700), 30).convert("RGB").save(stream, "JPEG")
    return stream.getvalue()


def different(photo: Path, count: int, width: int = 0) -> list[bytes]:
    """Make pictures that differ by a pixel, so that none is another's copy."""
    picture = Image.open(photo).convert("RGB")
    if width:
        picture = picture.resize((width, width * picture.height // picture.width))
    made = []
    for number in range(count):
        picture.putpixel((0, 0), (number % 256, number // 256, 7))
        stream = BytesIO()
        picture.save(
            stream, "PNG" if count < 8 else "JPEG", quality=90, comment=str(number).encode()
        )
        made.append(stream.getvalue())
    return made
