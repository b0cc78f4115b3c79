// The standings for a projector: large, and always as they are now.

import { attempt, listen, make, ready, request, say, soon } from "./common.js";

async function load() {
  await attempt(async () => show(await request("GET", "/api/standings")));
}

function show(board) {
  const rows = board.standings || [];
  const rounds = board.rounds || [];
  if (board.title) document.getElementById("title").textContent = board.title;
  document.getElementById("lead").textContent = rows.length ? "" : say("no_games_yet");
  const columns = ["place", "player", "total", "games", "won", "largest"];
  const decided = rows.some((one) => one.tie_break);
  const round = (name) => (name in (rows[0] || {}) ? name : `round ${name}`);
  const head = [...columns.map((name) => say(`column_${name}`)), ...rounds, ...(decided ? [say("column_tie_break")] : [])];
  const line = (one) => [...columns.map((name) => one[name]), ...rounds.map((name) => one[round(name)]), ...(decided ? [one.tie_break] : [])];
  document.getElementById("standings").replaceChildren(
    make("thead", {}, make("tr", {}, head.map((text) => make("th", { scope: "col" }, text)))),
    make("tbody", {}, rows.map((one) => make("tr", { class: one.to_check ? "check" : "" },
      line(one).map((value, column) => make(column === 1 ? "th" : "td", column === 1 ? { scope: "row", dir: "auto" } : {}, String(value === undefined ? "" : value)))))));
  document.getElementById("standings").hidden = !rows.length;
}

ready.then(() => { load(); listen(soon(load)); });
