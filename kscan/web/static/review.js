// The judge's page: what came in, what needs a look, who is missing.

import { attempt, editing, kept, listen, make, namesOf, natural, ready, redraw, request, say, soon, suggest } from "./common.js";
import { sheet } from "./sheet.js";
import { typed } from "./typed.js";

const place = (id) => document.getElementById(id);
let photos = [];
let absent = [];
let expected = [];

async function load() {
  await attempt(async () => {
    const [found, board, away] = await Promise.all(["photos", "standings", "absences"].map((name) => request("GET", `/api/${name}`)));
    [photos, absent, expected] = [found.photos, away.absences, board.expected || []];
    showAbsences(absent);
    suggest(photos);
    place("warnings").replaceChildren(...(board.warnings || []).map((text) => make("p", { class: "card unsure", dir: "auto" }, text)));
    show();
  });
}

function show() {
  if (editing("#look")) return;
  const asked = photos.filter((one) => one.photo.status !== "ok");
  redraw(place("look"),
    make("h2", {}, `${say("needs_look")}: ${asked.length}`),
    !asked.length && make("p", {}, say("all_well")),
    ...asked.slice(0, 20).map((one) => kept(one.id, one, () => entry(one))));
  place("missing").replaceChildren(...missing());
  redraw(place("tables-list"), make("h2", {}, `${say("all_photos")}: ${photos.length}`), ...rounds());
}

function entry(one) {
  const where = [one.round, one.table && `${say("table")} ${one.table}`, namesOf(one).join(", ")].filter(Boolean).join(" · ");
  return make("div", {}, make("h3", {}, make("a", { href: `/photo/${one.id}`, dir: "auto" }, where || say("photo"))),
    sheet(one, (now) => { photos = photos.map((each) => (each.id === now.id ? now : each)); show(); }));
}

function grouped(list, of) {
  const found = new Map();
  for (const one of list) {
    const key = of(one);
    found.set(key, [...(found.get(key) || []), one]);
  }
  return [...found].sort(([a], [b]) => natural(a, b));
}

/** Players of earlier rounds, or seated in games.csv, of whom nothing came in this round. */
function missing() {
  const byRound = grouped(photos.filter((one) => one.round), (one) => one.round);
  if (!byRound.length) return [];
  const [round, latest] = byRound[byRound.length - 1];
  const folded = (name) => name.normalize("NFC").toLowerCase();
  const away = absent.filter((one) => (one.result === "left" ? natural(one.round, round) <= 0 : one.round === round));
  const here = new Set([...latest.flatMap(namesOf), ...away.map((one) => one.player)].map(folded));
  const known = new Map([...photos.flatMap(namesOf), ...expected].map((name) => [folded(name), name]));
  const gone = [...known].filter(([name]) => !here.has(name)).map(([, name]) => name).sort(natural);
  return gone.length ? [make("p", { class: "card" }, make("b", {}, `${say("round")} ${round}. `), `${say("missing")}: `, make("bdi", {}, gone.join(", ")))] : [];
}

function rounds() {
  return grouped(photos, (one) => one.round).reverse().map(([round, list]) => kept(`round ${round}`, list, () => make("details", { class: "card", open: list.length < 40 },
    make("summary", {}, `${round || say("no_round")} (${list.length})`),
    ...grouped(list, (one) => one.table).map(([table, each]) => make("div", { class: "row" },
      make("b", {}, table ? `${say("table")} ${table}` : "–"), ...each.map(link))))));
}

function link(one) {
  const kingdoms = one.photo.kingdoms || [];
  const totals = [...kingdoms, ...(one.photo.entered || [])].map((each) => each.total).join(", ");
  const name = namesOf(one).join(", ") || say("photo");
  return make("a", { class: `chip ${one.photo.status}`, href: `/photo/${one.id}` }, make("span", { dir: "auto" }, name, " ", make("b", {}, totals || "?")));
}

/** List byes and players who left, each to be taken back. */
function showAbsences(list) {
  place("absences").replaceChildren(...list.map((one) => {
    const [result, total] = one.result.split(" ");
    const text = [`${one.player}:`, say(result), total, `(${say("round")} ${one.round})`].filter(Boolean).join(" ");
    const query = new URLSearchParams({ player: one.player, round: one.round });
    return make("button", { type: "button", class: "chip", "aria-label": `${say("remove")}: ${text}`, onclick: () => attempt(async () => {
      await request("DELETE", `/api/absences?${query}`);
      load();
    }) }, make("bdi", {}, text), " ✕");
  }));
}

place("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  const [total, result] = [form.elements.total.value, form.elements.result.value];
  const [player, round] = ["player", "round"].map((name) => form.elements[name].value);
  const counted = total ? { total: Number(total) } : {};
  attempt(async () => {
    if (result) await request("POST", "/api/absences", { player, round, result, ...(result === "bye" ? counted : {}) });
    else await enter(counted);
    form.reset();
    load();
  });
});

/** Send what was counted or typed in for the player whom the form names. */
function enter(said) {
  const { elements } = place("entry");
  const query = new URLSearchParams(["round", "table", "player"].map((name) => [name, elements[name].value]));
  return request("POST", `/api/entries?${query}`, said);
}

/** Offer a grid to type a kingdom into, for the player whom the form names. */
function offerGrid() {
  const grid = typed((kingdom) => {
    if (place("entry").reportValidity()) attempt(async () => { await enter({ kingdom }); place("entry").reset(); details.replaceWith(offerGrid()); load(); });
  });
  const details = make("details", {}, make("summary", {}, say("type_kingdom")), grid);
  return details;
}

ready.then(() => { place("entry").after(offerGrid()); load(); listen(soon(load)); });
