// The family's page: take a photo, read the score, next game; guests of a tournament send theirs.

import { add, attempt, editing, kept, listen, make, namesOf, natural, ready, redraw, request, role, say, soon, suggest, toast } from "./common.js";
import { copyResult, removal, sheet } from "./sheet.js";
import { upload } from "./upload.js";

const EVENING = /^\d{4}-\d\d-\d\d \d{4}$/; // how a family's game is called
const LONG_AGO = 4 * 3600 * 1000; // milliseconds after which the next photo is of a new game
const place = (id) => document.getElementById(id);
let photos = [];
let board = { games: [] };
let settings = {};
let current = "";

const judge = role === "judge";
const stored = (name) => { try { return localStorage.getItem(`kscan-${name}`) || ""; } catch (error) { return ""; } };
const store = (name, value) => { try { localStorage.setItem(`kscan-${name}`, value); } catch (error) { /* private window */ } };

function roundAt(time) {
  const two = (number) => String(number).padStart(2, "0");
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}${two(time.getMinutes())}`;
}

const newRound = () => roundAt(new Date());

function timeOf(round) {
  const [day, clock] = round.split(" ");
  return new Date(`${day}T${clock.slice(0, 2)}:${clock.slice(2)}:00`);
}

function currentRound() {
  const evenings = photos.map((one) => one.round).filter((round) => EVENING.test(round)).sort();
  const last = evenings[evenings.length - 1];
  if (current && (!last || current >= last)) return current;
  return last && Date.now() - timeOf(last) < LONG_AGO ? last : newRound();
}

/** Say where the next photo belongs: what the fields say, else the family's game. */
function where() {
  const said = { round: place("round").value.trim(), table: place("table").value.trim(), player: place("player").value.trim() };
  if (!judge || said.round || said.table) return said;
  current = currentRound();
  return { round: current, table: "1", player: said.player };
}

let waiting = [];
/** Send photos; a guest's wait until it is known whose they are. */
function send(files) {
  if (!judge && ["round", "table", "player"].some((id) => !place(id).value.trim())) {
    waiting.push(...files);
    place("place").open = true;
    toast(say("who_where"));
    ["round", "table", "player"].map(place).find((field) => !field.value.trim()).focus();
    return;
  }
  for (const file of files) {
    const to = where();
    upload(file, to, (answer) => {
      const before = photos.find((one) => one.id === answer.id);
      if (before && (before.round !== to.round || before.table !== to.table)) toast(say("sent_before"));
      load();
    });
  }
}

async function load() {
  await attempt(async () => {
    const found = await Promise.all([
      request("GET", "/api/photos"),
      judge ? request("GET", "/api/standings") : board,
      judge ? request("GET", "/api/settings") : settings,
    ]);
    photos = found[0].photos;
    [, board, settings] = found;
    board.games.forEach((one, place_) => { [one.called, one.short] = [board.called[place_], board.short[place_]]; });
    show();
  });
}

function show() {
  if (editing("#game")) return;
  suggest(photos);
  placeSaid();
  showGame();
  if (judge) showHistory();
}

function placeSaid() {
  const { round, table } = judge && !place("round").value && !place("table").value ? {} : where();
  const text = [round, table && `${say("table")} ${table}`, place("player").value].filter(Boolean).join(" · ");
  place("place-said").textContent = text || (judge ? say("family_game") : say("who_where"));
}

function changed(now) {
  photos = photos.map((one) => (one.id === now.id ? now : one));
  show();
}

/** Who sat behind which castle last, so that a name is one tap. */
function remembered() {
  const found = {};
  const older = [...photos].sort((a, b) => natural(a.round, b.round));
  for (const one of older) {
    for (const kingdom of one.photo.kingdoms || []) {
      if (kingdom.named && kingdom.castle && kingdom.castle.color) found[kingdom.castle.color] = kingdom.player;
    }
  }
  return found;
}

function showGame() {
  const round = judge ? currentRound() : "";
  const mine = judge ? photos.filter((one) => one.round === round && one.table === "1") : photos;
  const section = place("game");
  section.hidden = !mine.length;
  const open = new Set([...section.querySelectorAll("details.why[open]")].map((one) => keyOf(one)));
  const names = remembered();
  redraw(section,
    ...(judge ? [kept("variants", settings.variants, variants), kept("game", [round, playersOf(round)], () => ranking(round))] : []),
    ...mine.slice().reverse().map((one) => kept(one.id, [one, names, mine.length > 1], () => {
      const card = sheet(one, changed, names);
      if (judge) card.lastElementChild.append(...(mine.length > 1 ? [ownGame(one)] : []), removal(one, load));
      return card;
    })),
  );
  section.querySelectorAll("details.why").forEach((one) => { if (open.has(keyOf(one))) one.open = true; });
}

const keyOf = (details) => `${details.closest("[data-photo]").dataset.photo}/${details.closest("[data-kingdom]").dataset.kingdom}`;

function variants() {
  const played = settings.variants || [];
  const toggle = (name) => attempt(async () => {
    const next = played.includes(name) ? played.filter((one) => one !== name) : [...played, name];
    await request("PATCH", "/api/settings", { variants: next });
    await load();
  });
  return make("div", { class: "chips", role: "group", "aria-label": say("variants") }, ["middle-kingdom", "harmony"].map((name) =>
    make("button", { type: "button", class: "chip", "data-act": name, "aria-pressed": String(played.includes(name)), onclick: () => toggle(name) }, say(name.replace("-", "_")))));
}

/** The players of a game by place; who has no name is called by the castle's colour. */
function playersOf(round, table = "1") {
  return board.games.filter((one) => String(one.round) === round && String(one.table) === table)
    .map((one) => ({ place: one.place, name: one.short, total: one.total }));
}

function ranking(round) {
  const players = playersOf(round);
  const next = make("button", { type: "button", onclick: nextGame }, say("next_game"));
  const share = players.length > 0 && make("button", { type: "button", class: "plain", onclick: () => copyResult(titleOf(round), players) }, say("copy_text"));
  const list = players.length > 1 && make("ol", { class: "ranking" }, players.map((one) =>
    make("li", { value: one.place }, make("span", { dir: "auto" }, one.name), make("b", {}, String(one.total)))));
  return make("div", { class: "card game" }, make("h2", {}, titleOf(round)), list,
    make("p", { class: "hint" }, say("more_photos")), make("div", { class: "tools" }, next, share));
}

function titleOf(round) {
  return EVENING.test(round) ? timeOf(round).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) : round;
}

/** Put a photo that came into the wrong game into one of its own. */
function ownGame(one) {
  return make("button", { type: "button", class: "plain", "data-act": "own-game", onclick: () => attempt(async () => {
    const round = freeRound();
    await request("PATCH", `/api/photos/${one.id}`, { round, table: "1" });
    current = round;
    await load();
  }) }, say("own_game"));
}

/** Return the name of a game that begins now. */
function freeRound() {
  let found = newRound();
  const taken = new Set(photos.map((one) => one.round));
  while (taken.has(found)) found = roundAt(new Date(timeOf(found).getTime() + 60000));
  return found;
}

function nextGame() {
  current = freeRound();
  show();
  toast(say("new_game"));
  window.scrollTo(0, 0);
}

function showHistory() {
  const rounds = [...new Set(board.games.map((one) => String(one.round)))].filter((round) => round !== currentRound());
  const section = place("history");
  section.hidden = !rounds.length;
  const best = [...board.games].sort((a, b) => b.total - a.total).slice(0, 5);
  const line = (one) => make("li", {}, make("span", { dir: "auto" }, one.short), make("b", {}, String(one.total)));
  const high = (one) => add(line(one), " ", make("small", {}, titleOf(String(one.round))));
  const shown = () => make("div", {},
    make("h2", {}, say("history")),
    ...rounds.sort(natural).reverse().slice(0, 30).map((round) => make("details", { class: "card" },
      make("summary", {}, titleOf(round)),
      make("ul", { class: "ranking" }, board.games.filter((one) => String(one.round) === round).map(line)),
      make("div", { class: "tools" }, photos.filter((one) => one.round === round).map((one) =>
        make("a", { class: "button plain", href: `/photo/${one.id}` }, namesOf(one).join(", ") || say("photo")))))),
    make("h2", {}, say("best_scores")),
    make("ol", { class: "card ranking" }, best.map(high)),
  );
  redraw(section, kept("history", [rounds, board.games, photos.map((one) => [one.id, one.round, namesOf(one)])], shown));
}

for (const id of ["camera", "gallery"]) {
  place(id).addEventListener("change", (event) => { send([...event.target.files]); event.target.value = ""; });
}
for (const id of ["round", "table", "player"]) {
  place(id).value = judge ? "" : stored(id);
  place(id).addEventListener("change", () => { store(id, place(id).value); placeSaid(); if (waiting.length) send(waiting.splice(0)); });
}
if (!judge) place("place").open = true;
ready.then(() => { load(); listen(soon(load)); });
