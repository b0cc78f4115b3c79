// The standings for a projector: large, always as they are now, and without doubts.

import { attempt, listen, make, natural, ready, request, say, soon } from "./common.js";

async function load() {
  await attempt(async () => show(await request("GET", "/api/standings")));
}

function show(board) {
  const rows = board.standings || [];
  if (board.title) document.getElementById("title").textContent = board.title;
  document.getElementById("lead").textContent = rows.length ? board.rules : say("no_games_yet");
  const tied = rows.some((one) => one.tie_break);
  const columns = (board.columns || []).map((column, place) => ({ ...column, place }))
    .filter((column) => column.key !== "tie_break" || tied);
  const cell = (values, column, notes) => column.key === "player"
    ? make("th", { scope: "row" }, make("bdi", {}, String(values[column.place])), notes.length > 0 && make("small", {}, notes.join(" · ")))
    : make("td", { class: kind(column) }, String(values[column.place]));
  document.getElementById("standings").replaceChildren(
    make("thead", {}, make("tr", {}, columns.map((column) => make("th", { scope: "col", class: kind(column) }, column.label)))),
    make("tbody", {}, (board.cells || []).map((values, row) => make("tr", {}, columns.map((column) => cell(values, column, board.notes[row]))))));
  document.getElementById("standings").hidden = !rows.length;
  showGames((board.games || []).map((one, at) => ({ ...one, called: board.called[at], place_called: board.places[at] })));
}

// On a phone only what decides is shown.
const kind = (column) => [column.number && "n", column.decides ? "main" : !["place", "player"].includes(column.key) && "opt"].filter(Boolean).join(" ") || null;

/** Show the games of the last round. */
function showGames(games) {
  const rounds = [...new Set(games.map((one) => String(one.round)))].sort(natural);
  const last = rounds[rounds.length - 1];
  const tables = new Map();
  for (const one of games.filter((each) => String(each.round) === last)) {
    tables.set(one.table, [...(tables.get(one.table) || []), one]);
  }
  const several = [...tables].filter(([, players]) => players.length > 1);
  document.getElementById("games").replaceChildren(...(several.length ? [
    make("h2", {}, several[0][1][0].place_called[0]),
    make("div", { class: "games" }, several.map(([, players]) => make("section", { class: "card" },
      make("h3", {}, players[0].place_called[1]),
      make("ol", { class: "ranking" }, players.map((one) =>
        make("li", { value: one.place }, make("span", { dir: "auto" }, one.called), make("b", {}, String(one.total)))))))),
  ] : []));
}

ready.then(() => { load(); listen(soon(load)); });
