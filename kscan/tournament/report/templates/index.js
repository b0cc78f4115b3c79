(() => {
  const {all, one, kindOf, squaresOf} = common;
  const words = JSON.parse(one("#words").textContent);
  const plural = new Intl.PluralRules(document.documentElement.lang);
  const counted = (forms, count) => filled(forms[plural.select(count)] ?? forms.other, {count});
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const inForce = JSON.parse(one("#inforce").textContent);
  const place = `kscan corrections ${location.pathname}`;
  const kinds = new Set(all("#palette [data-square]").map((button) => button.dataset.square));

  // What the person changed on this page, as the file says it: by photo and kingdom, single squares
  // (those that nobody touched stay in doubt) or the whole kingdom.
  let changes = new Map();
  const times = new Map();
  try {
    for (const [key, said, when] of JSON.parse(localStorage.getItem(place) || "[]")) {
      changes.set(key, said);
      times.set(key, when);
    }
  } catch { /* private mode */ }
  const remember = () => {
    const kept = [...changes].map(([key, said]) => [key, said, times.get(key)]);
    try { localStorage.setItem(place, JSON.stringify(kept)); } catch { /* private mode */ }
  };

  const whose = (photo, number) => JSON.stringify([photo, Number(number || 1)]);
  const decided = new Map();  // by kingdom: pages with thousands of decisions open at once, too
  for (const [photo, number, text] of inForce) {
    decided.set(whose(photo, number), [...(decided.get(whose(photo, number)) ?? []), text]);
  }
  const forced = (kingdom) =>
    decided.get(whose(kingdom.closest(".card").dataset.photo, kingdom.dataset.kingdom)) ?? [];
  // What was in force is part of the key: a change is forgotten once the file says otherwise.
  const keyOf = (kingdom) => {
    const {photo, content} = kingdom.closest(".card").dataset;
    return JSON.stringify([photo, kingdom.dataset.kingdom, content, kingdom.dataset.at, ...forced(kingdom)]);
  };
  const live = new Set(all(".kingdom").map(keyOf));
  changes = new Map([...changes].filter(([key]) => live.has(key)));
  const lineOf = (rows) => rows.map((row) => row.join(" ")).join(" / ");
  const placed = (text) => [...text.matchAll(/r(\d)c(\d)=(\S+)/gi)].map(([, row, col, square]) => [row, col, square]);
  // A discarded domino is kept beside whatever else is said of a kingdom.
  const parted = (text) => [text.replace(/\s*\bdiscarded$/i, ""), /\bdiscarded$/i.test(text)];
  const isWhole = (text) => !text.includes("=");
  const typedTotal = (text) => /^total (\d{1,3})$/i.exec(text ?? "")?.[1];
  const current = (kingdom) => {
    const said = changes.get(keyOf(kingdom));
    if (said && isWhole(said) && !typedTotal(said)) return squaresOf(said);
    const rows = squaresOf(kingdom.dataset.squares);
    for (const [row, col, square] of placed(said ?? "")) rows[row][col] = square;
    return rows;
  };
  // The single squares in force, if the file names no more, and by the places that are shown here.
  const singles = (kingdom) => {
    const lines = forced(kingdom).map((text) => parted(text)[0]).filter(Boolean);
    const rows = squaresOf(kingdom.dataset.squares);
    const shown = ([row, col, square]) => rows[row]?.[col] === square;
    return lines.every((line) => !isWhole(line) && placed(line).every(shown)) ? lines.join(" ") : null;
  };
  function change(kingdom, said) {
    changes.set(keyOf(kingdom), said);
    times.set(keyOf(kingdom), new Date().toISOString().slice(0, 19) + "Z");
    remember();
    show(kingdom);
    showSave();
  }

  // A card's figures, squares and drawing are made when it comes near: thousands at once are slow.
  const svg = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const drawn = new WeakSet();
  function draw(card) {
    if (drawn.has(card)) return;
    drawn.add(card);
    for (const later of all("script", card)) later.outerHTML = later.textContent;
    all(".kingdom.unread", card).forEach(show);
    for (const kingdom of all(".kingdom:not(.unread)", card)) {
      const group = svg("g", {"data-on": kingdom.dataset.kingdom});
      const rows = squaresOf(kingdom.dataset.squares);
      const doubtful = new Set(kingdom.dataset.doubtful.split(" "));
      const at = kingdom.dataset.outline.split(";").map((row) => row.split(" ").map((pair) => pair.split(",").map(Number)));
      rows.forEach((row, r) => row.forEach((text, c) => {
        const isDoubtful = doubtful.has(`${r},${c}`);
        if (text === "." && !isDoubtful) return;
        const corners = [at[r][c], at[r][c + 1], at[r + 1][c + 1], at[r + 1][c]];
        const mean = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
        const polygon = svg("polygon", {points: corners.map((corner) => corner.join(",")).join(" "), class: isDoubtful ? "doubtful" : ""});
        polygon.dataset.row = r;
        polygon.dataset.col = c;
        const label = svg("text", {x: mean(0), y: mean(1)});
        label.textContent = text;
        group.append(polygon, label);
      }));
      // Frames first, so that none of them covers a label.
      group.append(...all("text", group));
      one("svg", card).append(group);
      show(kingdom);
    }
  }

  function showTotal(kingdom, now, changed) {
    const {variants, grid, least, total} = kingdom.dataset;
    const rules = {variants: variants.split(" "), size: Number(grid) || null, least: Number(least)};
    const typed = typedTotal(changes.get(keyOf(kingdom)));
    const known = typed ? Number(typed) : variants === "?" ? null : scoring(now, rules);
    const found = changed ? known : Number(total);
    one(".total b", kingdom).textContent = found ?? "?";
    one(".total", kingdom).classList.toggle("changed", changed && found !== Number(total));
    one(".sheet", kingdom).closest("details").hidden = changed && found !== Number(total);
  }

  function show(kingdom) {
    if (!drawn.has(kingdom.closest(".card"))) return draw(kingdom.closest(".card"));
    if (kingdom.classList.contains("unread")) return showEntered(kingdom);
    const before = squaresOf(kingdom.dataset.squares);
    const now = current(kingdom);
    const grid = one(".grid", kingdom);
    grid.style.setProperty("--columns", now[0].length);
    const same = before.length === now.length && before[0].length === now[0].length;
    const focused = grid.contains(document.activeElement) ? [...grid.children].indexOf(document.activeElement) : -1;
    grid.replaceChildren(...now.flatMap((row, r) => row.map((text, c) => {
      const button = document.createElement("button");
      const wasDoubtful = kingdom.dataset.doubtful.split(" ").includes(`${r},${c}`);
      const different = !same || before[r][c] !== text;
      button.type = "button";
      button.className = `square ${kindOf(text)}${different ? " changed" : wasDoubtful && same ? " doubtful" : ""}`;
      button.dataset.row = r;
      button.dataset.col = c;
      button.textContent = text;
      button.ariaLabel = `r${r}c${c}: ${text}`;
      return button;
    })));
    grid.children[focused]?.focus();
    drawOnPhoto(kingdom, same ? before : [], now);
    const said = changes.get(keyOf(kingdom));
    const changed = said !== undefined;
    const differing = same ? now.flat().filter((text, i) => text !== before.flat()[i]).length : 1;
    showTotal(kingdom, now, changed);
    if (!typedTotal(said)) one("textarea", kingdom).value = textOf(now);
    const count = changed && !isWhole(said) ? placed(said).length : differing;
    one(".said", kingdom).textContent = !changed ? "" : said === "" ? words.taken_back
      : count ? counted(words.changed, count) : words.confirmed;
    one(".undo", kingdom).hidden = !changed && !forced(kingdom).length;
  }

  const textOf = (rows) => rows.map((row) => row.map((text) => text.padEnd(2)).join(" ").trimEnd()).join("\n");

  // A kingdom that was not read: what a person types in, as a kingdom or only its total.
  function showEntered(kingdom) {
    const changed = changes.get(keyOf(kingdom));
    const before = forced(kingdom);
    const said = changed ?? parted(before.at(-1) ?? "")[0];
    const rows = said && !typedTotal(said) ? squaresOf(said) : null;
    const total = rows ? scoring(rows) : typedTotal(said);
    one(".said", kingdom).textContent = changed === "" ? words.taken_back
      : changed ? `${words.total}: ${total ?? "?"}` : "";
    one(".undo", kingdom).hidden = changed === undefined && !before.length;
    one("textarea", kingdom).value = rows ? textOf(rows) : said;
  }

  function drawOnPhoto(kingdom, before, now) {
    const group = one(`g[data-on="${kingdom.dataset.kingdom}"]`, kingdom.closest(".card"));
    const labels = all("text", group);
    all("polygon", group).forEach((polygon, place) => {
      const {row, col} = polygon.dataset;
      const text = now[row]?.[col] ?? "";
      polygon.classList.toggle("changed", before[row]?.[col] !== text);
      labels[place].textContent = text;
    });
  }

  function showSave() {
    one("#save").hidden = changes.size === 0;
    one("#changes").textContent = counted(words.yours, changes.size);
  }

  const palette = one("#palette");
  let asked = null;
  function ask(kingdom, row, col) {
    asked = {kingdom, row, col};
    palette.showModal();
  }
  function answer(square) {
    const {kingdom, row, col} = asked;
    const said = changes.get(keyOf(kingdom)) || singles(kingdom);
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

  // Undo what was said on this page, else what the file says: no text stands for no decision.
  function undo(kingdom) {
    if (!changes.has(keyOf(kingdom))) return change(kingdom, "");
    changes.delete(keyOf(kingdom));
    remember();
    show(kingdom);
    showSave();
  }

  function take(kingdom) {
    const only = typedTotal(one("textarea", kingdom).value.trim());
    if (only) return change(kingdom, `total ${only}`);
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
    all(".kingdom").filter((kingdom) => drawn.has(kingdom.closest(".card"))).forEach(show);
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
      const [photo, kingdom, content, at, ...before] = JSON.parse(key);
      if (!squares) continue;
      const said = before.some((text) => parted(text)[1]) ? `${squares} discarded` : squares;
      lines.push([photo, kingdom, said, content, at, times.get(key) ?? ""]);
    }
    return [["photo", "kingdom", "squares", "content", "at", "when"], ...lines]
      .map((line) => line.map((field) => csvField(guarded(String(field)))).join(",") + "\n").join("");
  }

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([corrections()], {type: "text/csv"}));
    link.download = "corrections.csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  common.search();

  const near = new IntersectionObserver((seen) => {
    for (const {target, isIntersecting} of seen) if (isIntersecting) { near.unobserve(target); draw(target); }
  }, {rootMargin: "1200px"});
  all(".card").forEach((card, place) => { if (place < 12) draw(card); else near.observe(card); });
  addEventListener("beforeprint", () => all(".card").forEach(draw));

  all(".kingdom").filter((kingdom) => changes.has(keyOf(kingdom))).forEach(show);
  showSave();
})();
