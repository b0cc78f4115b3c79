// One photo: its kingdoms with totals and names, what is doubtful, and how to put it right.

import { add, attempt, copy, make, request, role, say } from "./common.js";
import { corners } from "./corners.js";
import { change, correct, drawing, why } from "./kingdom.js";
import { typed } from "./typed.js";

/** Show a photo; `changed` gets it after every correction. `remembered` names castles. */
export function sheet(one, changed, remembered = {}) {
  const { photo } = one;
  const kingdoms = photo.kingdoms || [];
  const card = make("article", { class: `card photo ${photo.status || ""}`, id: `photo-${one.id}`, "data-photo": one.id });
  card.append(...kingdoms.map((kingdom, index) => part(one, kingdom, index + 1, changed, remembered)));
  const entered = photo.entered || [];
  card.append(...entered.map(said));
  if (!kingdoms.length && !entered.length) card.append(nothing(one, changed));
  add(card, notes(photo.notes), tools(one, changed));
  return card;
}

function part(one, kingdom, number, changed, remembered) {
  const color = kingdom.castle && kingdom.castle.color;
  const tap = (row, col, square, doubt) => correct(one, number, { row, col, square, doubt }, changed);
  return make("section", { class: "kingdom", "data-kingdom": number },
    make("header", {},
      make("span", { class: `dot ${color || "unknown"}`, role: "img", "aria-label": color ? say(color) : say("castle") }),
      nameField(one, kingdom, number, changed, remembered),
      make("output", { class: "total", "aria-label": say("total") }, String(kingdom.total))),
    drawing(one, kingdom, tap),
    assurance(kingdom),
    notes(kingdom.notes),
    discarding(one, kingdom, number, changed),
    why(kingdom));
}

/** What was typed in, where no photo shows it. */
function said(entry, index) {
  return make("section", { class: "kingdom typed", "data-kingdom": `typed ${index + 1}` },
    make("header", {}, make("span", { class: "who", dir: "auto" }, entry.player), make("output", { class: "total", "aria-label": say("total") }, String(entry.total))),
    entry.kingdom && drawing({ photo: {} }, entry.kingdom, () => {}),
    make("p", { class: "sure" }, say("checked")),
    entry.kingdom && why(entry.kingdom));
}

function nameField(one, kingdom, number, changed, remembered) {
  const field = make("input", { class: "name", "data-act": "name", list: "names", maxlength: 80, autocomplete: "off", placeholder: say("name"), "aria-label": say("name"), value: kingdom.named ? kingdom.player : "" });
  const send = (name) => { field.defaultValue = name; field.value = name; field.blur(); return change(one, { players: { [number]: name } }, changed); };
  field.addEventListener("change", () => send(field.value));
  const color = kingdom.castle && kingdom.castle.color;
  const usual = !kingdom.named && color && remembered[color];
  return make("span", { class: "who" }, field,
    usual && make("button", { type: "button", class: "chip", onclick: () => send(usual) }, `${usual}?`));
}

/** Say how sure the total is: doubtful squares with the totals they would give. */
function assurance(kingdom) {
  if (kingdom.decided_by_person && kingdom.status === "ok") return make("p", { class: "sure" }, say("checked"));
  const doubts = kingdom.doubts || [];
  if (kingdom.status !== "check") return null;
  const totals = [...new Set(doubts.flatMap((doubt) => doubt.totals_if || [doubt.total_if]).filter((total) => total !== kingdom.total && total !== null))];
  const text = totals.length ? say("maybe", { totals: totals.sort((a, b) => a - b).join(", ") }) : say("please_look");
  return make("p", { class: "unsure" }, text);
}

/** Say that a domino was discarded, which no photo shows and costs Harmony. */
function discarding(one, kingdom, number, changed) {
  const last = one.decisions.filter((each) => each.kingdom === number).pop();
  if (last && last.said.endsWith("discarded")) return make("p", { class: "hint" }, say("discarded"));
  return (kingdom.bonuses || {}).harmony > 0 && make("button", {
    type: "button", class: "chip", "data-act": "discard", onclick: () => change(one, { discarded: true, number }, changed),
  }, say("discard"));
}

function notes(sentences = []) {
  return sentences.length ? make("ul", { class: "notes" }, sentences.map((text) => make("li", { dir: "auto" }, text))) : null;
}

function nothing(one, changed) {
  const error = one.photo.error || {};
  return make("section", { class: "nothing" },
    make("p", { class: "unsure", dir: "auto" }, error.message || say("no_kingdom")),
    one.photo.width ? corners(one, changed) : null,
    byHand(one, changed));
}

function byHand(one, changed) {
  const details = make("details", { ontoggle: () => details.classList.toggle("busy", details.open) },
    make("summary", {}, say("type_kingdom")),
    typed((kingdom) => { details.classList.remove("busy"); change(one, { kingdom }, changed); }));
  return details;
}

function tools(one, changed) {
  const said = one.decisions.length;
  const look = one.photo.status === "check";
  return make("div", { class: "tools" },
    look && role === "judge" && make("button", { type: "button", "data-act": "settle", onclick: () => change(one, { settled: true }, changed) }, say("looks_right")),
    said > 0 && make("button", { type: "button", class: "plain", "data-act": "undo", onclick: () => change(one, { undo: true }, changed) }, say("undo")),
    said > 1 && make("button", { type: "button", class: "plain", "data-act": "reset", onclick: () => change(one, { reset: true }, changed) }, say("as_read")),
    one.photo.kingdoms && one.photo.kingdoms.length > 0 && make("a", { class: "button plain", href: `/api/photos/${one.id}/picture`, download: `kscan-${one.id}.jpg` }, say("save_picture")));
}

/** Ask before a photo is taken out. */
export function removal(one, removed) {
  return make("button", { type: "button", class: "plain danger", onclick: () => {
    if (!window.confirm(say("remove_sure"))) return;
    attempt(async () => { await request("DELETE", `/api/photos/${one.id}`); removed(); });
  } }, say("remove"));
}

/** Put the result of a game on the clipboard as text. */
export function copyResult(title, players) {
  const lines = players.map((player) => `${player.place}. ${player.name}: ${player.total}`);
  return copy([title, ...lines].join("\n"));
}
