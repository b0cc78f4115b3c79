// One kingdom: the photo around it, the reading drawn on it, its total and why.

import { attempt, make, request, say, toast } from "./common.js";
import { choose } from "./palette.js";
import { LETTERS, TERRAINS, questCalled, spoken } from "./squares.js";

/** Map grid coordinates (0..cols, 0..rows) into the quadrilateral of these corners. */
export function gridMap(corners, rows, cols) {
  const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const area = dx1 * dy2 - dx2 * dy1 || 1;
  const g = (dx3 * dy2 - dx2 * dy3) / area;
  const h = (dx1 * dy3 - dx3 * dy1) / area;
  return (col, row) => {
    const [u, v] = [col / cols, row / rows];
    const w = g * u + h * v + 1;
    return [
      ((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w,
      ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w,
    ];
  };
}

/** Return the kingdom's squares, the castle with its colour. */
function squaresOf(kingdom) {
  const { castle } = kingdom;
  return kingdom.squares.map((row, r) => row.map((square, c) => {
    const colored = square === "C" && castle && castle.row === r && castle.col === c && castle.color;
    return colored ? `C${LETTERS[castle.color]}` : square;
  }));
}

/** Draw a kingdom, on its photo if there is one; `tap(row, col)` is called for a square. */
export function drawing(one, kingdom, tap) {
  const { rows, cols } = kingdom;
  const corners = kingdom.corners || [[0, 0], [cols * 100, 0], [cols * 100, rows * 100], [0, rows * 100]];
  const at = gridMap(corners, rows, cols);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const side = Math.sqrt((width * height) / (rows * cols));
  const grows = around(kingdom).length > 0;
  const margin = kingdom.corners ? side * (grows ? 1.05 : 0.35) : side * 0.05;
  const svg = make("svg", {
    class: "drawing",
    viewBox: [left - margin, top - margin, width + 2 * margin, height + 2 * margin].join(" "),
    role: "group",
    "aria-label": say("tap_square"),
  });
  if (kingdom.corners && one.photo.width) {
    const { width: w, height: h } = one.photo;
    svg.append(make("image", { href: `/api/photos/${one.id}/picture?plain=1`, width: w, height: h, preserveAspectRatio: "none" }));
  }
  const doubts = new Map((kingdom.doubts || []).map((doubt) => [`${doubt.row},${doubt.col}`, doubt]));
  for (const [r, c] of around(kingdom)) svg.append(cellOf({ square: ".", r, c, at, side, tap, beyond: true }));
  squaresOf(kingdom).forEach((row, r) => row.forEach((square, c) => {
    svg.append(cellOf({ square, r, c, at, side, doubt: doubts.get(`${r},${c}`), tap }));
  }));
  svg.append(...bordersOf(kingdom, at, side), ...pointsOf(kingdom, at, side));
  return svg;
}

/** The fields around a block that is smaller than the grid: something may have been missed. */
function around({ rows, cols, size, corners }) {
  const found = [];
  if (!corners || !size) return found;
  for (let r = -1; r <= rows; r += 1) {
    for (let c = -1; c <= cols; c += 1) {
      const [above, beside] = [r < 0 || r >= rows, c < 0 || c >= cols];
      const fits = (!above || rows < size) && (!beside || cols < size);
      if ((above || beside) && fits) found.push([r, c]);
    }
  }
  return found;
}

function cellOf({ square, r, c, at, side, doubt, tap, beyond = false }) {
  const points = [[c, r], [c + 1, r], [c + 1, r + 1], [c, r + 1]].map(([x, y]) => at(x, y).join(",")).join(" ");
  const kind = square === "." ? "empty" : square[0] === "C" ? "castle" : TERRAINS[square[0]];
  const label = `${say("row_column", { row: r + 1, column: c + 1 })}: ${spoken(square)}${doubt ? `, ${say("doubtful")}` : ""}`;
  const act = () => tap(r, c, square, doubt);
  const group = make("g", {
    class: `cell ${kind}${doubt ? " doubt" : ""}${beyond ? " beyond" : ""}`,
    role: "button",
    tabindex: 0,
    "aria-label": label,
    "data-cell": `r${r}c${c}`,
    onclick: act,
    onkeydown: (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); act(); } },
  }, make("polygon", { points }));
  const [x, y] = at(c + 0.5, r + 0.2);
  const crowns = Number(square[1]) - (square.split("'").length - 1);
  if (crowns > 0) group.append(words("♛".repeat(crowns), x, y, side * 0.22, "crowns"));
  if (doubt) group.append(words("?", ...at(c + 0.82, r + 0.8), side * 0.3, "asked"));
  return group;
}

function words(text, x, y, size, kind) {
  return make("text", { x, y, "font-size": size, class: kind, "text-anchor": "middle", "dominant-baseline": "central", "aria-hidden": "true" }, text);
}

/** Draw strong lines where two territories or the table meet. */
function bordersOf(kingdom, at, side) {
  const squares = squaresOf(kingdom);
  const kind = (r, c) => (squares[r] && squares[r][c] ? squares[r][c][0] : ".");
  const lines = [];
  for (let r = 0; r <= kingdom.rows; r += 1) {
    for (let c = 0; c <= kingdom.cols; c += 1) {
      if (kind(r, c) !== kind(r - 1, c) && c < kingdom.cols) lines.push([at(c, r), at(c + 1, r)]);
      if (kind(r, c) !== kind(r, c - 1) && r < kingdom.rows) lines.push([at(c, r), at(c, r + 1)]);
    }
  }
  const path = lines.map(([a, b]) => `M${a.map(round)}L${b.map(round)}`).join("");
  return ["under", "over"].map((kind_, layer) =>
    make("path", { d: path, class: `border ${kind_}`, "stroke-width": side * (layer ? 0.03 : 0.07) }));
}

const round = (value) => Math.round(value * 10) / 10;

function pointsOf(kingdom, at, side) {
  return kingdom.territories.filter((territory) => territory.points).map((territory) => {
    const rows = territory.cells.map(([row]) => row);
    const cols = territory.cells.map(([, col]) => col);
    const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const [row, col] = [mean(rows), mean(cols)];
    const far = ([r, c]) => (r - row) ** 2 + (c - col) ** 2;
    const [r, c] = territory.cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
    return words(String(territory.points), ...at(c + 0.5, r + 0.62), side * 0.42, "points");
  });
}

/** Name a quest with the squares that earn its points: `r0c0 r0c4`; lines of the Folie are joined. */
function earned(quest) {
  const named = ([row, col]) => `r${row}c${col}`;
  const places = quest.lines ? quest.lines.map((line) => line.map(named).join("-")) : quest.cells.map(named);
  return [questCalled(quest.quest), places.join(" ")].filter(Boolean).join(" \u00b7 ");
}

/** Explain the total: what each territory and bonus scores. */
export function why(kingdom) {
  const row = (...cells) => make("tr", {}, cells.map((cell) => make("td", {}, String(cell))));
  const scoring = kingdom.territories.filter((one) => one.points).sort((a, b) => b.points - a.points);
  const bonuses = Object.entries(kingdom.bonuses || {});
  return make("details", { class: "why" },
    make("summary", {}, say("why")),
    make("table", {},
      make("thead", {}, make("tr", {}, ["territory", "squares", "crowns", "points"].map((name) => make("th", {}, say(name))))),
      make("tbody", {},
        scoring.map((one) => row(say(one.terrain), one.squares, one.crowns, one.points)),
        bonuses.map(([name, bonus]) => row(say(name), "", "", bonus)),
        (kingdom.quests || []).map((one) => row(earned(one), "", "", one.points)),
        make("tr", { class: "sum" }, make("td", { colspan: 3 }, say("sum")), make("td", {}, String(kingdom.total))))));
}

/** Ask what a square is, send it, and show what follows. */
export async function correct(one, number, tapped, changed) {
  const square = await choose(tapped);
  if (!square || square === tapped.square) return;
  const { row, col } = tapped;
  const said = row < 0 || col < 0
    ? { kingdom: extended(one.photo.kingdoms[number - 1], row, col, square), number }
    : { fixes: [`k${number}r${row}c${col}=${square}`] };
  await change(one, said, changed);
}

/** Write a kingdom with a square before its first row or column. */
function extended(kingdom, row, col, square) {
  const rows = squaresOf(kingdom).map((line) => (col < 0 ? [".", ...line] : line.slice()));
  if (row < 0) rows.unshift(rows[0].map(() => "."));
  rows[Math.max(row, 0)][Math.max(col, 0)] = square;
  return rows.map((line) => line.join(" ")).join("\n");
}

/** Send a change of a photo; `changed` gets the photo as it is then. */
export async function change(one, said, changed) {
  await attempt(async () => {
    try {
      const seen = "undo" in said || "reset" in said ? {} : { seen: one.decisions.length };
      const now = await request("PATCH", `/api/photos/${one.id}`, { ...said, ...seen });
      changed(now);
      if (!("undo" in said) && now.decisions.length) {
        toast(say("saved"), say("undo"), () => change(now, { undo: true }, changed));
      }
    } catch (error) {
      if (error.code === "changed_meanwhile") changed(await request("GET", `/api/photos/${one.id}`));
      throw error;
    }
  });
}
