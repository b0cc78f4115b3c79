"""Photo objects as the server keeps them: packed, as it holds thousands and reads few at a time."""

import json
import zlib
from typing import Any


def packed(document: object) -> bytes:
    """Pack a JSON document; the same bytes for the same document."""
    return zlib.compress(json.dumps(document, ensure_ascii=False).encode(), 1)


def unpacked(content: bytes) -> Any:
    """Unpack a JSON document."""
    return json.loads(zlib.decompress(content))
