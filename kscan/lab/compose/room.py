"""Free room on the table that the camera sees."""

from dataclasses import dataclass, field

import numpy as np

from kscan.lab.compose.camera import Camera, Floats
from kscan.lab.compose.laying import LaidKingdom

CLEAR = 0.25  # squares of table that stay free around what is already there


@dataclass(slots=True)
class Room:
    """The table that the camera sees, and what is taken of it: discs."""

    rng: np.random.Generator
    camera: Camera
    edge: tuple[float, float, float] | None = None  # of the table, as `Table` has it
    taken: list[tuple[float, float, float]] = field(default_factory=list)

    @classmethod
    def around(
        cls,
        rng: np.random.Generator,
        camera: Camera,
        kingdoms: list[LaidKingdom],
        edge: tuple[float, float, float] | None = None,
    ) -> "Room":
        """Measure the room left by kingdoms on a table."""
        room = cls(rng, camera, edge)
        for kingdom in kingdoms:
            middles = kingdom.corners.reshape(-1, 4, 2).mean(axis=1)
            for x, y in middles[~np.isnan(middles[:, 0])]:
                room.taken.append((float(x), float(y), 0.71))
        return room

    def place(self, radius: float, tries: int = 30) -> Floats | None:
        """Find a free place, at least partly in view.

        For a thing of this radius.
        """
        size = np.array([self.camera.width, self.camera.height])
        for _ in range(tries):
            spot = self.camera.on_table(self.rng.uniform(-0.08, 1.08, (1, 2)) * size)[0]
            if self._beyond(spot, radius):
                continue
            if all(np.hypot(x - spot[0], y - spot[1]) > r + radius for x, y, r in self.taken):
                self.taken.append((float(spot[0]), float(spot[1]), radius + CLEAR))
                return np.asarray(spot)
        return None

    def _beyond(self, spot: Floats, radius: float) -> bool:
        if self.edge is None:
            return False
        a, b, c = self.edge
        return bool(a * spot[0] + b * spot[1] + radius > c)


def rectangle(at: Floats, wide: float, deep: float, angle: float) -> Floats:
    """Return a rectangle's corners around a place, clockwise."""
    half = np.array([[-wide, -deep], [wide, -deep], [wide, deep], [-wide, deep]]) / 2
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(half @ np.array([[cos, sin], [-sin, cos]]) + at)
