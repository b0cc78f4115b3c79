"""The camera: from places on and above the table to pixels, exactly."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A pinhole camera above the table; the unit of length is the side of a tile."""

    matrix: Floats  # 3 x 4: (x, y, height, 1) -> (u, v, w)
    width: int
    height: int

    def pixels(self, points: Floats) -> Floats:
        """Project points (n x 3) to pixels (n x 2).

        x, y and height above the table.
        """
        flat = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(flat[:, :2] / flat[:, 2:])

    def plane(self, height: float) -> Floats:
        """Return the homography from table coordinates at a height to pixels."""
        matrix = self.matrix
        return np.column_stack([matrix[:, 0], matrix[:, 1], matrix[:, 2] * height + matrix[:, 3]])

    @property
    def eye(self) -> Floats:
        """Where the camera is: x, y and height."""
        return np.asarray(np.linalg.solve(self.matrix[:, :3], -self.matrix[:, 3]))

    def on_table(self, pixels: Floats) -> Floats:
        """Project pixels (n x 2) back to the table (n x 2)."""
        flat = np.column_stack([pixels, np.ones(len(pixels))]) @ np.linalg.inv(self.plane(0.0)).T
        return np.asarray(flat[:, :2] / flat[:, 2:])

    def square(self, place: Floats) -> float:
        """About how many pixels a square's side takes at a place on the table."""
        near = place + np.array([[0.0, 0.0], [0.5, 0.0], [0.0, 0.5]])
        seen = self.pixels(np.column_stack([near, np.zeros(3)]))
        return float(2.0 * np.sqrt(abs(np.linalg.det(seen[1:] - seen[0]))))

    def in_front(self, points: Floats) -> NDArray[np.bool_]:
        """Return the points (n x 3) before the lens."""
        flat = np.column_stack([points, np.ones(len(points))])
        return np.asarray(flat @ self.matrix[2] > 0.05)

    def sees_table(self) -> bool:
        """Return True if the frame shows near table only."""
        frame = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (self.width, self.height)
        spots = self.on_table(frame)
        placed = np.column_stack([spots, np.zeros(4)])
        reach = np.linalg.norm(spots - self.eye[:2], axis=1)
        return bool(self.in_front(placed).all() and (reach < 12 * self.eye[2]).all())

    def shifted(self, right: float, down: float) -> "Camera":
        """Move the view by so many pixels."""
        move = np.array([[1.0, 0.0, right], [0.0, 1.0, down], [0.0, 0.0, 1.0]])
        return Camera(move @ self.matrix, self.width, self.height)

    def scaled(self, factor: float) -> "Camera":
        """Scale the view's pixels by `factor` a side."""
        zoom = np.diag([factor, factor, 1.0])
        # Pixel centres: coordinate 0 is the middle of the first pixel at every scale.
        zoom[:2, 2] = (factor - 1.0) / 2.0
        return Camera(zoom @ self.matrix, round(self.width * factor), round(self.height * factor))


def aim(
    points: Floats,
    *,
    width: int,
    height: int,
    focal: float,
    tilt: float,
    azimuth: float,
    fill: float,
    offset: tuple[float, float],
) -> Camera:
    """Aim a camera at `points` (n x 3).

    They lie within `fill` of its frame; `focal` is in long sides of the frame, `tilt` and `azimuth`
    in radians; `offset` moves the middle of the scene, in shares of the room that is left over on
    each side.
    """
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    rotation = _tilted(tilt, azimuth)
    lens = np.diag([focal * max(width, height), focal * max(width, height), 1.0])
    away = float(np.ptp(points[:, :2], axis=0).max()) * focal + 3.0
    camera = _placed(lens, rotation, middle, away, width, height)
    for _ in range(8):
        seen = camera.pixels(points)
        needed = float((np.ptp(seen, axis=0) / (width * fill, height * fill)).max())
        away = max(away * needed, _nearest(points - middle, rotation))
        camera = _placed(lens, rotation, middle, away, width, height)
    seen = camera.pixels(points)
    room = (np.array([width, height]) - np.ptp(seen, axis=0)) / 2
    target = np.array([width, height]) / 2 + np.array(offset) * room
    shift = np.eye(3)
    shift[:2, 2] = target - (seen.min(axis=0) + seen.max(axis=0)) / 2
    return Camera(shift @ camera.matrix, width, height)


def _tilted(tilt: float, azimuth: float) -> Floats:
    """Rotate the camera's axes by `tilt` towards `azimuth`.

    Right-handed, z downwards.
    """
    turn = np.array(
        [
            [np.cos(azimuth), -np.sin(azimuth), 0.0],
            [np.sin(azimuth), np.cos(azimuth), 0.0],
            [0.0, 0.0, 1.0],
        ]
    )
    lean = np.array(
        [
            [1.0, 0.0, 0.0],
            [0.0, np.cos(tilt), -np.sin(tilt)],
            [0.0, np.sin(tilt), np.cos(tilt)],
        ]
    )
    return np.asarray(turn @ lean @ turn.T)


def _nearest(points: Floats, rotation: Floats) -> float:
    """Return the least distance with all points before the lens."""
    depths = (points * (1.0, 1.0, -1.0)) @ rotation[2]
    return float(1.5 - depths.min())


def _placed(
    lens: Floats, rotation: Floats, middle: Floats, away: float, width: int, height: int
) -> Camera:
    down = np.diag([1.0, 1.0, -1.0])  # heights count upwards, the camera's z downwards
    shift = -rotation @ down @ middle + np.array([0.0, 0.0, away])
    matrix = lens @ np.column_stack([rotation @ down, shift])
    matrix[0] += matrix[2] * (width / 2)
    matrix[1] += matrix[2] * (height / 2)
    return Camera(matrix / matrix[2, 3], width, height)
