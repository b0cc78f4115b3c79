"use strict";
// Scores a kingdom as kscan.game does: rows of squares in the notation, the variants and quests in play,
// and the grid. Null where a square is of a kind that only kscan knows: the total then follows with its next run.
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

  // A giant covers a crown.
  function crownsOf(text) {
    const [, , count, building, giants] = land.exec(text) ?? [, , 0, 0, ""];
    return Math.max(0, Number(count) + Number(building ?? 0) - giants.length);
  }

  // Flood fill: what is joined by sides and of one terrain.
  function territories(rows) {
    const seen = new Set(), found = [];
    rows.forEach((row, r) => row.forEach((text, c) => {
      const terrain = land.exec(text)?.[1];
      if (!terrain || seen.has(r * 8 + c)) return;
      let squares = 0, crowns = 0;
      const ahead = [[r, c]];
      seen.add(r * 8 + c);
      while (ahead.length) {
        const [y, x] = ahead.pop();
        squares += 1;
        crowns += crownsOf(rows[y][x]);
        for (const [ny, nx] of [[y - 1, x], [y, x - 1], [y, x + 1], [y + 1, x]]) {
          const key = ny * 8 + nx;
          if (land.exec(rows[ny]?.[nx] ?? "")?.[1] === terrain && !seen.has(key)) {
            seen.add(key);
            ahead.push([ny, nx]);
          }
        }
      }
      found.push({terrain, squares, crowns});
    }));
    return found;
  }

  const castlesOf = (outline) =>
    outline.flatMap((row, r) => row.flatMap((text, c) => castle.test(text) ? [[r, c]] : []));

  // An incomplete kingdom may fit its grid in several ways: then its outline has to be symmetric.
  function isCentred(outline, size) {
    const castles = castlesOf(outline);
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

  const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
  const letters = {wheat: "W", forest: "F", lake: "L", pasture: "P", swamp: "S", mine: "M"};
  const each = (outline, places, terrain) =>
    5 * places.filter(([r, c]) => land.exec(outline[r]?.[c] ?? "")?.[1] === letters[terrain]).length;
  const ends = (length) => [...new Set(length ? [0, length - 1] : [])];
  const corners = (outline) => ends(outline.length).flatMap((r) => ends(width(outline)).map((c) => [r, c]));

  // Lines of three crowned squares in rows, columns and diagonals; neighbouring lines may share a square.
  function crownedLines(outline) {
    const crowned = (r, c) => crownsOf(outline[r]?.[c] ?? "") > 0;
    return sum([[0, 1], [1, 0], [1, 1], [1, -1]].flatMap(([down, right]) =>
      outline.flatMap((row, r) => row.map((_, c) => {
        if (!crowned(r, c) || crowned(r - down, c - right)) return 0;
        let length = 1;
        while (crowned(r + length * down, c + length * right)) length += 1;
        return Math.floor((length - 1) / 2);
      }))));
  }

  const quests = {
    "harmony": (outline, grid) => isComplete(outline, grid) ? 5 : 0,
    "middle-kingdom": (outline, grid) => isCentred(outline, grid) ? 10 : 0,
    "lost-corner": (outline) => castlesOf(outline).length === 1
      && corners(outline).some(([r, c]) => castle.test(outline[r][c])) ? 20 : 0,
    "local-business": (outline, grid, terrain) => castlesOf(outline).length !== 1 ? 0
      : each(outline, castlesOf(outline).flatMap(([r, c]) =>
        [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [r + down, c + right]))), terrain),
    "four-corners": (outline, grid, terrain) => each(outline, corners(outline), terrain),
    "folie-des-grandeurs": (outline) => 10 * crownedLines(outline),
    "bleak-king": (outline) => 10 * territories(outline).filter(({terrain, squares, crowns}) =>
      "WFLP".includes(terrain) && squares >= 5 && !crowns).length,
  };

  function questPoints(quest, outline, grid) {
    const [kind, terrain] = quest.split("=");
    return quests[kind](outline, grid, terrain);
  }

  // `size` is the grid where it is known, else null; `least` the grid that another kingdom shows.
  return function total(rows, {variants = [], quests = [], size = null, least = 5} = {}) {
    if (!rows.flat().every((text) => text === "." || castle.test(text) || land.test(text))) return null;
    const outline = trimmed(rows);
    const grid = size ?? Math.max(sizeOf(outline), least);
    return sum(territories(rows).map(({squares, crowns}) => squares * crowns))
      + sum(quests.map((quest) => questPoints(quest, outline, grid)))
      + (variants.includes("middle_kingdom") && isCentred(outline, grid) ? 10 : 0)
      + (variants.includes("harmony") && isComplete(outline, grid) ? 5 : 0);
  };
})();
if (typeof module !== "undefined") module.exports = {scoring};
