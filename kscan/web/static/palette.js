// The palette: what lies on a square: terrain, then crowns; the castle, then its colour; or nothing.

import { make, say } from "./common.js";
import { COLORS, TERRAINS, spoken } from "./squares.js";

const [lands, castles_, giants_] = document.documentElement.dataset.box.split("|");
const MOST = Object.fromEntries(lands.split(" ").map((land) => [land[0], Number(land.slice(1))]));
const GIANTS = Number(giants_);
// A function: kingdom.js imports this module, so its constants are not there yet.
const castleColors = () => ({ C: "unknown", ...Object.fromEntries(castles_.split(" ").map((letter) => [`C${letter}`, COLORS[letter]])) });

/** Ask what lies there; gives the square in the notation, or nothing if it was closed. */
export function choose({ row, col, square, doubt }) {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const title = `${say("what_is")} ${say("row_column", { row: row + 1, column: col + 1 })}`;
    const steps = make("div", { class: "steps" });
    const sheet = make("div", { class: "sheet", role: "dialog", "aria-modal": "true", "aria-label": title },
      make("p", { class: "asked" }, say("what_is"), " ", make("b", {}, spoken(square))), steps,
      make("button", { type: "button", class: "plain", onclick: () => done("") }, say("cancel")));
    const cover = make("div", { class: "cover", onclick: (event) => { if (event.target === cover) done(""); } }, sheet);

    function done(answer) {
      cover.remove();
      document.removeEventListener("keydown", keys);
      if (before && before.isConnected) before.focus();
      resolve(answer);
    }
    function keys(event) {
      if (event.key === "Escape") done("");
      if (event.key === "Tab") keepInside(event, sheet);
    }
    steps.append(...first(square, doubt, done, (next) => { steps.replaceChildren(...next); focusFirst(steps); }));
    document.addEventListener("keydown", keys);
    document.body.append(cover);
    focusFirst(steps);
  });
}

function first(square, doubt, done, show) {
  const instead = (doubt ? doubt.instead : []).map(([other, , total]) =>
    tile(other, total === undefined ? spoken(other) : `${spoken(other)}`, () => done(other)));
  const land = Object.keys(MOST).map((letter) =>
    tile(letter, say(TERRAINS[letter]), () => show(crowns(letter, done)), square[0] === letter));
  const others = [
    tile("C", say("castle"), () => show(castles(done)), square[0] === "C"),
    tile(".", say("empty"), () => done("."), square === "."),
  ];
  return [
    instead.length ? make("div", { class: "tiles likely" }, make("p", {}, say("perhaps")), instead) : null,
    make("div", { class: "tiles" }, land, others),
  ].filter(Boolean);
}

function crowns(letter, done) {
  const counts = [...Array(MOST[letter] + 1).keys()];
  const covered = counts.flatMap((count) => [...Array(Math.min(count, GIANTS)).keys()].map((giants) => `${letter}${count}${"'".repeat(giants + 1)}`));
  const squares = [...counts.map((count) => `${letter}${count}`), ...covered];
  return [make("div", { class: "tiles" }, squares.map((square) => tile(square, crownsOf(square), () => done(square))))];
}

function crownsOf(square) {
  const [count, giants] = [Number(square[1]), square.length - 2];
  const text = count ? `${say("crowns")}: ${count}` : say("no_crown");
  return giants ? `${text}, ${say("giants")}: ${giants}` : text;
}

function castles(done) {
  return [make("div", { class: "tiles" }, Object.entries(castleColors()).map(([code, color]) =>
    tile(code, say(color), () => done(code))))];
}

function tile(code, label, act, now = false) {
  const kind = code === "." ? "empty" : code[0] === "C" ? `castle ${castleColors()[code]}` : TERRAINS[code[0]];
  const count = Number(code[1]) || 0;
  return make("button", { type: "button", class: `tile ${kind}`, onclick: act, "aria-pressed": now ? "true" : null, "data-square": code },
    make("span", { class: "swatch", "aria-hidden": "true" }, "♛".repeat(count)), make("span", {}, label));
}

function focusFirst(place) {
  const pressed = place.querySelector("[aria-pressed]") || place.querySelector("button");
  if (pressed) pressed.focus();
}

function keepInside(event, sheet) {
  const all = [...sheet.querySelectorAll("button")];
  const [one, last] = event.shiftKey ? [all[0], all[all.length - 1]] : [all[all.length - 1], all[0]];
  if (document.activeElement === one) { event.preventDefault(); last.focus(); }
}
