"use strict";
// What the pages share: finding elements, how a square is shown, the search.
const common = (() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  const kinds = {W: "wheat", F: "forest", L: "lake", P: "pasture", S: "swamp", M: "mine", T: "town"};
  const colors = {p: "pink", y: "yellow", g: "green", b: "blue", n: "brown", o: "orange", u: "purple", w: "white", r: "red"};
  const kindOf = (text) => text === "." ? "nothing"
    : text[0] === "C" ? `castle castle-${colors[text[1]] ?? "any"}` : kinds[text[0]];
  const squaresOf = (line) => line.split("/").map((row) => row.trim().split(/\s+/));

  // Hide what does not fit the search, and say when nothing does.
  function search(then) {
    one("#find").addEventListener("input", (event) => {
      const wanted = event.target.value.trim().toLowerCase();
      let found = 0;
      for (const item of all("[data-find]")) {
        item.hidden = !item.dataset.find.includes(wanted);
        found += !item.hidden;
      }
      one("#nothing").hidden = found > 0;
      then?.();
    });
  }
  return {all, one, kindOf, squaresOf, search};
})();
