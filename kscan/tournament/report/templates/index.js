(() => {
  const {all, one, kindOf, squaresOf} = common;
  const {isWhole, lineOf, parted, placed, table, textOf, typedTotal} = notation;
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
  const isDiscarded = (kingdom) => changes.get(keyOf(kingdom)) !== "" // taken back
    && [...forced(kingdom), changes.get(keyOf(kingdom)) ?? ""].some((text) => parted(text)[1]);
  // What was said on this page, but for a discarded domino.
  const changed = (kingdom) => {
    const said = changes.get(keyOf(kingdom));
    return said === undefined ? undefined : parted(said)[0];
  };
  const current = (kingdom) => {
    const said = changed(kingdom);
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
  function change(kingdom, text) {
    const kept = text && parted(changes.get(keyOf(kingdom)) ?? "")[1] && !parted(text)[1];
    decide(kingdom, kept ? `${text} discarded` : text);
  }
  function decide(kingdom, said) {
    changes.set(keyOf(kingdom), said);
    times.set(keyOf(kingdom), new Date().toISOString().slice(0, 19) + "Z");
    remember();
    show(kingdom);
    showSave();
  }

  // A card's figures, squares and drawing are made when it comes near: thousands at once are slow.
  const drawn = new WeakSet();
  function draw(card) {
    if (drawn.has(card)) return;
    drawn.add(card);
    for (const later of all("script", card)) later.outerHTML = later.textContent;
    all(".kingdom.unread", card).forEach(show);
    for (const kingdom of all(".kingdom:not(.unread)", card)) {
      one("svg", card).append(drawing.of(kingdom));
      show(kingdom);
    }
  }

  function scored(kingdom, rows) {
    const {variants, quests, grid, least} = kingdom.dataset;
    if (variants === "?") return null;
    const played = (names) => names.split(" ").filter((name) => name && (name !== "harmony" || !isDiscarded(kingdom)));
    return scoring(rows, {
      variants: played(variants), quests: played(quests), size: Number(grid) || null, least: Number(least),
    });
  }

  function showTotal(kingdom, now) {
    const said = changed(kingdom);
    const total = Number(kingdom.dataset.total);
    const found = said === undefined ? total : Number(typedTotal(said) ?? scored(kingdom, now) ?? NaN);
    one(".total b", kingdom).textContent = Number.isNaN(found) ? "?" : found;
    one(".total", kingdom).classList.toggle("changed", found !== total);
    one(".sheet", kingdom).closest("details").hidden = found !== total;
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
    drawing.changed(kingdom, same ? before : [], now);
    showTotal(kingdom, now);
    if (!typedTotal(changed(kingdom))) one("textarea", kingdom).value = textOf(now);
    one(".said", kingdom).textContent = told(kingdom, same ? before.flat() : null, now.flat());
    one(".undo", kingdom).hidden = !changes.has(keyOf(kingdom)) && !forced(kingdom).length;
    one("button.discarded", kingdom)?.setAttribute("aria-pressed", isDiscarded(kingdom));
  }

  // What a change means: what was taken back, counted or confirmed, or a discarded domino.
  function told(kingdom, before, now) {
    const [said, discarded] = parted(changes.get(keyOf(kingdom)) ?? "");
    if (!changes.has(keyOf(kingdom))) return "";
    if (!said) return discarded ? words.discarded : words.taken_back;
    const differing = before ? now.filter((text, i) => text !== before[i]).length : 1;
    const count = isWhole(said) ? differing : placed(said).length;
    const about = count ? counted(words.changed, count) : words.confirmed;
    return discarded ? `${about} ${words.discarded}` : about;
  }

  // A kingdom that was not read: what a person types in, as a kingdom or only its total.
  function showEntered(kingdom) {
    const now = changes.get(keyOf(kingdom));
    const before = forced(kingdom);
    const [said, discarded] = parted(now ?? before[before.length - 1] ?? "");
    const rows = said && !typedTotal(said) ? squaresOf(said) : null;
    const total = rows ? scored(kingdom, rows) : typedTotal(said);
    one(".said", kingdom).textContent = now === "" ? words.taken_back
      : now ? `${words.total}: ${total ?? "?"}` : "";
    one(".undo", kingdom).hidden = now === undefined && !before.length;
    one("textarea", kingdom).value = (rows ? textOf(rows) : said) + (discarded ? "\ndiscarded" : "");
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
    const said = changed(kingdom) || singles(kingdom);
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
    else if (kingdom && button.classList.contains("discarded")) discard(kingdom);
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

  // Say that a domino was discarded, or that none was, beside what else is said.
  function discard(kingdom) {
    const [said, discarded] = parted(changes.get(keyOf(kingdom)) ?? "");
    if (discarded) return said ? decide(kingdom, said) : undo(kingdom);
    if (isDiscarded(kingdom)) return undo(kingdom); // the file says so
    const before = forced(kingdom).map((text) => parted(text)[0]).filter(Boolean);
    const kept = changes.has(keyOf(kingdom)) ? said
      : before.length === 1 ? before[0] : singles(kingdom) ?? lineOf(current(kingdom));
    decide(kingdom, `${kept} discarded`.trim());
  }

  function take(kingdom) {
    const [text, discarded] = parted(one("textarea", kingdom).value.trim());
    const behind = discarded ? " discarded" : "";
    const only = typedTotal(text);
    if (only) return change(kingdom, `total ${only}${behind}`);
    const rows = text.split("\n").map((row) => row.trim().split(/\s+/)).filter((row) => row[0]);
    const wrong = rows.flat().find((text) => !kinds.has(text.replace(/^(T\d)\+[1-9]$/, "$1")));
    const ragged = rows.find((row) => row.length !== rows[0].length);
    if (!rows.length || wrong || ragged || rows.length > 7 || rows[0].length > 7) {
      one(".said", kingdom).textContent = wrong ? filled(words.no_square, {text: wrong}) : words.ragged;
    } else change(kingdom, lineOf(rows) + behind);
  }

  function forget() {
    changes.clear();
    remember();
    all(".kingdom").filter((kingdom) => drawn.has(kingdom.closest(".card"))).forEach(show);
    showSave();
  }

  function corrections() {
    const lines = inForce.filter(([photo, kingdom]) => ![...changes.keys()].some((key) => {
      const [changedPhoto, changedKingdom] = JSON.parse(key);
      return photo === changedPhoto && Number(kingdom || 1) === Number(changedKingdom);
    }));
    for (const [key, squares] of changes) {
      const [photo, kingdom, content, at, ...before] = JSON.parse(key);
      if (!squares) continue;
      const kept = before.some((text) => parted(text)[1]) && !parted(squares)[1];
      const said = kept ? `${squares} discarded` : squares;
      lines.push([photo, kingdom, said, content, at, times.get(key) ?? ""]);
    }
    return table(["photo", "kingdom", "squares", "content", "at", "when"], lines);
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
