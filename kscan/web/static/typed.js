// A kingdom typed in square by square, where no photo shows it.

import { make, say } from "./common.js";
import { drawing } from "./kingdom.js";
import { choose } from "./palette.js";

/** Show an empty grid to fill in; `done` gets the kingdom as text. */
export function typed(done) {
  let size = 5;
  let squares = empty(size);
  const place = make("div", {});

  function show() {
    const kingdom = { rows: size, cols: size, squares, territories: [], castle: null };
    place.replaceChildren(drawing({ photo: {} }, kingdom, async (row, col, square) => {
      const chosen = await choose({ row, col, square });
      if (chosen) { squares[row][col] = chosen; show(); }
    }));
  }
  show();
  const sizes = make("select", { "aria-label": say("grid"), onchange: (event) => { size = Number(event.target.value); squares = empty(size); show(); } },
    make("option", { value: 5 }, "5 × 5"), make("option", { value: 7 }, "7 × 7"));
  const save = make("button", { type: "button", onclick: () => done(squares.map((row) => row.join(" ")).join("\n")) }, say("score_it"));
  return make("div", { class: "typed" }, place, make("div", { class: "tools" }, sizes, save));
}

function empty(size) {
  const middle = (size - 1) / 2;
  return [...Array(size).keys()].map((row) => [...Array(size).keys()].map((col) => (row === middle && col === middle ? "C" : ".")));
}
