"use strict";
// Scores a kingdom as kscan.game does: rows of squares in the notation, the variants in play, and the
// grid. Null where a square is of a kind that only kscan knows: the total then follows with its next run.
const scoring = (() => {
  const land = /^([WFLPSMT])(\d)(?:\+([1-9]))?('*)$/; // a town's building has crowns, too
  const castle = /^C[a-z]?$/;

  // Empty rows and columns around what lies there are cut off.
  function trimmed(rows) {
    const covered = rows.flatMap((row, r) => row.flatMap((text, c) => text === "." ? [] : [[r, c]]));
    if (!covered.length) return [];
    const [top, bottom] = [Math.min, Math.max].map((most) => most(...covered.map(([r]) => r)));
    const [left, right] = [Math.min, Math.max].map((most) => most(...covered.map(([, c]) => c)));
    return rows.slice(top, bottom + 1).map((row) => row.slice(left, right + 1));
  }

  const width = (rows) => rows.length ? rows[0].length : 0;
  const sizeOf = (outline) => Math.max(outline.length, width(outline)) <= 5 ? 5 : 7;

  // Flood fill: each territory scores its squares times its crowns; a giant covers a crown.
  function territories(rows) {
    const seen = new Set();
    let points = 0;
    rows.forEach((row, r) => row.forEach((text, c) => {
      const terrain = land.exec(text)?.[1];
      if (!terrain || seen.has(r * 8 + c)) return;
      let squares = 0, crowns = 0;
      const ahead = [[r, c]];
      seen.add(r * 8 + c);
      while (ahead.length) {
        const [y, x] = ahead.pop();
        const [, , count, building, giants] = land.exec(rows[y][x]);
        squares += 1;
        crowns += Math.max(0, Number(count) + Number(building ?? 0) - giants.length);
        for (const [ny, nx] of [[y - 1, x], [y, x - 1], [y, x + 1], [y + 1, x]]) {
          const key = ny * 8 + nx;
          if (land.exec(rows[ny]?.[nx] ?? "")?.[1] === terrain && !seen.has(key)) {
            seen.add(key);
            ahead.push([ny, nx]);
          }
        }
      }
      points += squares * crowns;
    }));
    return points;
  }

  // An incomplete kingdom may fit its grid in several ways: then its outline has to be symmetric.
  function isCentred(outline, size) {
    const castles = outline.flatMap((row, r) => row.flatMap((text, c) => castle.test(text) ? [[r, c]] : []));
    const slack = [size - outline.length, size - width(outline)];
    if (castles.length !== 1 || Math.min(...slack) < 0) return false;
    const [row, col] = castles[0];
    const middle = Math.floor(size / 2);
    if (![middle - row, middle - col].every((shift, axis) => shift >= 0 && shift <= slack[axis])) return false;
    if (slack[0] === 0 && slack[1] === 0) return true;
    return 2 * row + 1 === outline.length && 2 * col + 1 === width(outline);
  }

  const isComplete = (outline, size) =>
    outline.length === size && width(outline) === size && outline.flat().every((text) => text !== ".");

  // `size` is the grid where it is known, else null; `least` the grid that another kingdom shows.
  return function total(rows, {variants = [], size = null, least = 5} = {}) {
    if (!rows.flat().every((text) => text === "." || castle.test(text) || land.test(text))) return null;
    const outline = trimmed(rows);
    const grid = size ?? Math.max(sizeOf(outline), least);
    return territories(rows)
      + (variants.includes("middle_kingdom") && isCentred(outline, grid) ? 10 : 0)
      + (variants.includes("harmony") && isComplete(outline, grid) ? 5 : 0);
  };
})();
if (typeof module !== "undefined") module.exports = {scoring};
