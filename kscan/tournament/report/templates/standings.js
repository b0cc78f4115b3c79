(() => {
  const {all, one, kindOf, squaresOf} = common;

  // Kingdoms are drawn when someone looks at them: hundreds at once would make the page slow.
  function draw(game) {
    for (const figure of all("figure[data-squares]:not(.drawn)", game)) {
      const rows = squaresOf(figure.dataset.squares);
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

  common.search(() => {
    for (const heading of all("h3.round")) {
      heading.hidden = !one(".game:not([hidden])", heading.nextElementSibling);
    }
  });
})();
