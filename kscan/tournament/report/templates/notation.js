// What corrections.csv says of a kingdom, as kscan.corrections reads it, and the table itself.
const notation = (() => {
  const lineOf = (rows) => rows.map((row) => row.join(" ")).join(" / ");
  const placed = (text) => [...text.matchAll(/r(\d)c(\d)=(\S+)/gi)].map(([, row, col, square]) => [row, col, square]);
  // A discarded domino is kept beside whatever else is said of a kingdom.
  const parted = (text) => [text.replace(/\s*\bdiscarded$/i, ""), /\bdiscarded$/i.test(text)];
  const isWhole = (text) => !text.includes("=");
  const typedTotal = (text) => /^total (\d{1,3})$/i.exec(text ?? "")?.[1];
  const textOf = (rows) => rows.map((row) => row.map((text) => text.padEnd(2)).join(" ").trimEnd()).join("\n");

  // Spreadsheets run what starts like this as a formula, some after a semicolon, too; kscan takes
  // the quotes off again.
  const guarded = (text) => text
    .replace(/([;\t\r\n])(?=[=+\-@\t\r'])/g, "$1'")
    .replace(/^(?=[=+\-@\t\r'])/, "'");
  const csvField = (text) => /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const table = (head, lines) => [head, ...lines]
    .map((line) => line.map((field) => csvField(guarded(String(field)))).join(",") + "\n").join("");
  return {isWhole, lineOf, parted, placed, table, textOf, typedTotal};
})();
