"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  const names = {W: "wheat", F: "forest", L: "lake", P: "pasture", S: "swamp", M: "mine"};
  const colors = {p: " castle-pink", y: " castle-yellow", g: " castle-green", b: " castle-blue"};
  const kindOf = (text) => text === "." ? "nothing" : text[0] === "C" ? "castle" + (colors[text[1]] ?? "") : names[text[0]] ?? "castle";

  // Kingdoms are drawn when someone looks at them: hundreds at once would make the page slow.
  function draw(game) {
    for (const figure of all("figure[data-squares]:not(.drawn)", game)) {
      const rows = figure.dataset.squares.split("/").map((row) => row.trim().split(/\s+/));
      const grid = document.createElement("div");
      grid.className = "grid";
      grid.style.setProperty("--columns", rows[0].length);
      grid.append(...rows.flat().map((text) => {
        const square = document.createElement("span");
        square.className = `square ${kindOf(text)}`;
        square.textContent = text === "." ? "" : text;
        return square;
      }));
      figure.prepend(grid);
      figure.classList.add("drawn");
    }
  }
  for (const details of all(".game details")) {
    details.addEventListener("toggle", () => { if (details.open) draw(details); });
  }

  // On paper every game is a page with its kingdoms.
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all(".game details:not([open])");
    for (const details of opened) { draw(details); details.open = true; }
  });
  addEventListener("afterprint", () => { for (const details of opened) details.open = false; });

  one("#find").addEventListener("input", (event) => {
    const wanted = event.target.value.trim().toLowerCase();
    let found = 0;
    for (const item of all("[data-find]")) {
      item.hidden = !item.dataset.find.includes(wanted);
      found += !item.hidden;
    }
    for (const heading of all("h3.round")) {
      heading.hidden = !one(".game:not([hidden])", heading.nextElementSibling);
    }
    one("#nothing").hidden = found > 0 || !wanted;
  });
})();
