"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  const words = JSON.parse(one("#words").textContent);
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const inForce = JSON.parse(one("#inforce").textContent);
  const place = `kscan corrections ${location.pathname}`;
  const kinds = new Set(all("#palette [data-square]").map((button) => button.dataset.square));

  // What the person changed on this page, as the file says it: by photo and kingdom, single squares
  // (those that nobody touched stay in doubt) or the whole kingdom.
  let changes = new Map();
  try { changes = new Map(JSON.parse(localStorage.getItem(place) || "[]")); } catch { /* private mode */ }
  const remember = () => {
    try { localStorage.setItem(place, JSON.stringify([...changes])); } catch { /* private mode */ }
  };

  const forced = (kingdom) => inForce.filter(([photo, number]) =>
    photo === kingdom.closest(".card").dataset.photo
      && Number(number || 1) === Number(kingdom.dataset.kingdom)).map((line) => line[2]);
  // What was in force is part of the key: a change is forgotten once the file says otherwise.
  const keyOf = (kingdom) => {
    const {photo, content} = kingdom.closest(".card").dataset;
    return JSON.stringify([photo, kingdom.dataset.kingdom, content, ...forced(kingdom)]);
  };
  const live = new Set(all(".kingdom").map(keyOf));
  changes = new Map([...changes].filter(([key]) => live.has(key)));
  const squaresOf = (line) => line.split("/").map((row) => row.trim().split(/\s+/));
  const lineOf = (rows) => rows.map((row) => row.join(" ")).join(" / ");
  const placed = (text) => [...text.matchAll(/r(\d)c(\d)=(\S+)/gi)].map(([, row, col, square]) => [row, col, square]);
  const isWhole = (text) => !text.includes("=");
  const current = (kingdom) => {
    const said = changes.get(keyOf(kingdom));
    if (said && isWhole(said)) return squaresOf(said);
    const rows = squaresOf(kingdom.dataset.squares);
    for (const [row, col, square] of placed(said ?? "")) rows[row][col] = square;
    return rows;
  };
  // The single squares in force, if the file names no more, and by the places that are shown here.
  const singles = (kingdom) => {
    const lines = forced(kingdom);
    const rows = squaresOf(kingdom.dataset.squares);
    const shown = ([row, col, square]) => rows[row]?.[col] === square;
    return lines.every((line) => !isWhole(line) && placed(line).every(shown)) ? lines.join(" ") : null;
  };
  const kindOf = (text) => {
    const names = {W: "wheat", F: "forest", L: "lake", P: "pasture", S: "swamp", M: "mine"};
    const colors = {p: " castle-pink", y: " castle-yellow", g: " castle-green", b: " castle-blue"};
    return text === "." ? "nothing" : text[0] === "C" ? "castle" + (colors[text[1]] ?? "") : names[text[0]];
  };

  function change(kingdom, said) {
    changes.set(keyOf(kingdom), said);
    remember();
    show(kingdom);
    showSave();
  }

  function show(kingdom) {
    const before = squaresOf(kingdom.dataset.squares);
    const now = current(kingdom);
    const grid = one(".grid", kingdom);
    grid.style.setProperty("--columns", now[0].length);
    const same = before.length === now.length && before[0].length === now[0].length;
    grid.replaceChildren(...now.flatMap((row, r) => row.map((text, c) => {
      const button = document.createElement("button");
      const wasDoubtful = (kingdom.doubtful ??= new Set(all(".square.doubtful", kingdom)
        .map((b) => `${b.dataset.row} ${b.dataset.col}`))).has(`${r} ${c}`);
      const different = !same || before[r][c] !== text;
      button.type = "button";
      button.className = `square ${kindOf(text)}${different ? " changed" : wasDoubtful && same ? " doubtful" : ""}`;
      button.dataset.row = r;
      button.dataset.col = c;
      button.textContent = text;
      return button;
    })));
    drawOnPhoto(kingdom, same ? before : [], now);
    const said = changes.get(keyOf(kingdom));
    const changed = said !== undefined;
    const differing = same ? now.flat().filter((text, i) => text !== before.flat()[i]).length : 1;
    const count = changed && !isWhole(said) ? placed(said).length : differing;
    one(".said", kingdom).textContent = !changed ? "" : count ? filled(words.changed, {count}) : words.confirmed;
    one(".undo", kingdom).hidden = !changed;
    one("textarea", kingdom).value = now.map((row) => row.map((text) => text.padEnd(2)).join(" ").trimEnd()).join("\n");
  }

  function drawOnPhoto(kingdom, before, now) {
    const card = kingdom.closest(".card");
    for (const polygon of all(`g[data-on="${kingdom.dataset.kingdom}"] polygon`, card)) {
      const {row, col} = polygon.dataset;
      const text = now[row]?.[col] ?? "";
      polygon.classList.toggle("changed", before[row]?.[col] !== text);
      polygon.nextElementSibling.textContent = text;
    }
  }

  function showSave() {
    one("#save").hidden = changes.size === 0;
    one("#changes").textContent = filled(words.yours, {count: changes.size});
  }

  const palette = one("#palette");
  let asked = null;
  function ask(kingdom, row, col) {
    asked = {kingdom, row, col};
    palette.showModal();
  }
  function answer(square) {
    const {kingdom, row, col} = asked;
    const said = changes.get(keyOf(kingdom)) ?? singles(kingdom);
    if (said === null || (said && isWhole(said))) {
      const rows = current(kingdom);
      rows[row][col] = square;
      change(kingdom, lineOf(rows));
    } else {
      const others = said.split(" ").filter((word) => word && !word.toLowerCase().startsWith(`r${row}c${col}=`));
      change(kingdom, [...others, `r${row}c${col}=${square}`].join(" "));
    }
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const polygon = event.target.closest("polygon");
    if (polygon) return askOnPhoto(polygon);
    if (!button) return;
    const kingdom = button.closest(".kingdom");
    const {row, col, square} = button.dataset;
    if (button.closest("#palette")) {
      palette.close();
      if (square) answer(square);
    } else if (kingdom && button.classList.contains("other")) {
      asked = {kingdom, row, col};
      answer(square);
    } else if (kingdom && button.classList.contains("square")) ask(kingdom, row, col);
    else if (kingdom && button.classList.contains("right")) change(kingdom, kingdom.dataset.squares);
    else if (kingdom && button.classList.contains("undo")) undo(kingdom);
    else if (kingdom && button.classList.contains("take")) take(kingdom);
    else if (button.id === "download") download();
    else if (button.id === "forget") forget();
  });

  function askOnPhoto(polygon) {
    const group = polygon.closest("g");
    const kingdom = one(`.kingdom[data-kingdom="${group.dataset.on}"]`, polygon.closest(".card"));
    const {row, col} = polygon.dataset;
    if (current(kingdom)[row]?.[col] !== undefined) ask(kingdom, row, col);
  }

  function undo(kingdom) {
    changes.delete(keyOf(kingdom));
    remember();
    show(kingdom);
    showSave();
  }

  function take(kingdom) {
    const rows = one("textarea", kingdom).value.split("\n").map((row) => row.trim().split(/\s+/))
      .filter((row) => row[0]);
    const wrong = rows.flat().find((text) => !kinds.has(text));
    const ragged = rows.find((row) => row.length !== rows[0].length);
    if (!rows.length || wrong || ragged || rows.length > 7 || rows[0].length > 7) {
      one(".said", kingdom).textContent = wrong ? filled(words.no_square, {text: wrong}) : words.ragged;
    } else change(kingdom, lineOf(rows));
  }

  function forget() {
    changes.clear();
    remember();
    all(".kingdom").forEach(show);
    showSave();
  }

  // Spreadsheets run what starts like this as a formula, some after a semicolon, too; kscan takes
  // the quotes off again.
  const guarded = (text) => text
    .replace(/([;\t\r\n])(?=[=+\-@\t\r'])/g, "$1'")
    .replace(/^(?=[=+\-@\t\r'])/, "'");
  const csvField = (text) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

  function corrections() {
    const lines = inForce.filter(([photo, kingdom]) => ![...changes.keys()].some((key) => {
      const [changedPhoto, changedKingdom] = JSON.parse(key);
      return photo === changedPhoto && Number(kingdom || 1) === Number(changedKingdom);
    }));
    for (const [key, squares] of changes) {
      const [photo, kingdom, content] = JSON.parse(key);
      lines.push([photo, kingdom, squares, content]);
    }
    return [["photo", "kingdom", "squares", "content"], ...lines]
      .map((line) => line.map((field) => csvField(guarded(String(field)))).join(",") + "\n").join("");
  }

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([corrections()], {type: "text/csv"}));
    link.download = "corrections.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  for (const table of all("table.sortable")) {
    all("th", table).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(table, head, column));
    });
  }

  function sort(table, head, column) {
    const numbers = head.classList.contains("n");
    const up = head.ariaSort ? head.ariaSort !== "ascending" : !numbers || column === 0;
    const value = (row) => row.cells[column].textContent.trim();
    const number = (row) => Number.parseFloat(value(row));
    const rows = [...table.tBodies[0].rows].sort((a, b) => {
      const order = numbers ? (number(a) || 0) - (number(b) || 0)
        : value(a).localeCompare(value(b), undefined, {numeric: true});
      return up ? order : -order;
    });
    table.tBodies[0].append(...rows);
    all("th", table).forEach((other) => { other.ariaSort = other === head ? (up ? "ascending" : "descending") : null; });
  }

  one("#find").addEventListener("input", (event) => {
    const wanted = event.target.value.trim().toLowerCase();
    for (const card of all(".card")) card.hidden = !card.dataset.find.includes(wanted);
  });

  all(".kingdom").filter((kingdom) => changes.has(keyOf(kingdom))).forEach(show);
  showSave();
})();
