// The reading drawn on its photo: a frame and a label for each square, in the photo's places.
const drawing = (() => {
  const {all, one, squaresOf} = common;
  const svg = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  function of(kingdom) {
    const group = svg("g", {"data-on": kingdom.dataset.kingdom});
    const doubtful = new Set(kingdom.dataset.doubtful.split(" "));
    const at = kingdom.dataset.outline.split(";")
      .map((row) => row.split(" ").map((pair) => pair.split(",").map(Number)));
    squaresOf(kingdom.dataset.squares).forEach((row, r) => row.forEach((text, c) => {
      const isDoubtful = doubtful.has(`${r},${c}`);
      if (text === "." && !isDoubtful) return;
      const corners = [at[r][c], at[r][c + 1], at[r + 1][c + 1], at[r + 1][c]];
      const mean = (axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
      const points = corners.map((corner) => corner.join(",")).join(" ");
      const polygon = svg("polygon", {points, class: isDoubtful ? "doubtful" : ""});
      polygon.dataset.row = r;
      polygon.dataset.col = c;
      const label = svg("text", {x: mean(0), y: mean(1)});
      label.textContent = text;
      group.append(polygon, label);
    }));
    // Frames first, so that none of them covers a label.
    group.append(...all("text", group));
    return group;
  }

  function changed(kingdom, before, now) {
    const group = one(`g[data-on="${kingdom.dataset.kingdom}"]`, kingdom.closest(".card"));
    const labels = all("text", group);
    all("polygon", group).forEach((polygon, place) => {
      const {row, col} = polygon.dataset;
      const text = now[row]?.[col] ?? "";
      polygon.classList.toggle("changed", before[row]?.[col] !== text);
      labels[place].textContent = text;
    });
  }
  return {of, changed};
})();
