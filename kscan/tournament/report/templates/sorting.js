// Tables that are sorted by the column that is tapped.
(() => {
  const {all} = common;

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
})();
