import { expect, test } from "vitest";
import { csvText, readCsv } from "./csv.ts";

/** Returns the rows of a valid file. */
function cellsOf(text: string): string[][] {
  const csv = readCsv(text);
  if (csv.kind === "rejected") throw new Error(`Row ${csv.rowNumber}`);
  return csv.rows.map(({ cells }) => cells);
}

test("a CSV file has a byte order mark and headings, and quotes commas, quotes, and line breaks", () => {
  expect(
    csvText(
      ["Name", "Sum"],
      [
        ["Yam, puna", "17.99"],
        ['The "M"', "2\n3"],
      ],
    ),
  ).toBe('\uFEFFName,Sum\r\n"Yam, puna",17.99\r\n"The ""M""","2\n3"');
});

test.for([
  "=1+1",
  "+1-1",
  "-1-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\n=1",
  "-2+3+cmd|' /C calc'!A0",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1)",
])("%o is not written as a spreadsheet formula", (text) => {
  const [, cell = ""] = csvText(["Head"], [[text]]).split("Head\r\n");
  expect(cell.replace(/^"/, "")).toMatch(/^'/);
});

test.for(["a\n=1", "a\r\n+1", "a;@x", "a\t-1", "a;＝1", "a\n'=1"])(
  "%o contains no formula for programs that split at other separators",
  (text) => {
    const csv = csvText(["Head"], [[text]]);
    expect(csv.split(/[\n\r;\t]/).filter((part) => /^[=+\-@＝＋－＠]/.test(part))).toEqual([]);
    expect(cellsOf(csv)).toEqual([["Head"], [text]]);
  },
);

test("a negative amount stays a number", () => {
  expect(csvText(["Due"], [["-4.12"], ["-3"]])).toBe("\uFEFFDue\r\n-4.12\r\n-3");
});

test.for(["=1+1", "'=1+1", "''@x", "'plain", "-4.12", "'-4.12", "two\r\nlines", 'a "quote", a comma', "🌶️ Ẹ̀fọ́"])(
  "%o survives writing and reading",
  (text) => {
    expect(cellsOf(csvText(["Head", "Other"], [[text, "x"]]))).toEqual([
      ["Head", "Other"],
      [text, "x"],
    ]);
  },
);

test.for([
  ["commas", "\uFEFFname,price\r\nYam,2.50"],
  ["semicolons", "name;price\nYam;2.50"],
  ["tabs, as they are copied from a spreadsheet", "name\tprice\nYam\t2.50"],
  ["a line that names its separator", "sep=;\r\nname;price\r\nYam;2.50"],
  ["a quoted line that names its separator", '"sep=,"\nname,price\nYam,2.50'],
  ["line breaks of old and new systems", "name,price\r\nYam,2.50\r\r\n"],
])("a table with %s is read", ([, text = ""]) => {
  expect(cellsOf(text)).toEqual([
    ["name", "price"],
    ["Yam", "2.50"],
  ]);
});

test("empty rows are skipped, even before the headings, and row numbers match a spreadsheet", () => {
  expect(readCsv("\r\n,\r\nname,price\r\n\r\nYam,2.50\n")).toEqual({
    kind: "read",
    rows: [
      { rowNumber: 3, cells: ["name", "price"] },
      { rowNumber: 5, cells: ["Yam", "2.50"] },
    ],
  });
  expect(readCsv("sep=;\nname;price\nYam;2.50")).toMatchObject({ rows: [{ rowNumber: 1 }, { rowNumber: 2 }] });
});

test.for([
  ["a name in quotes", 'name\tprice\n"Big Mama" Pepper\t5\nYam\t2\n"The" Gari\t3', '"Big Mama" Pepper'],
  ["inches at the start", 'name\tprice\n"12 in plate\t5\nYam\t2\nplate 12"\t3', '"12 in plate'],
  ["one opened quote", 'name\tprice\n"Yam\t5\nGari\t2', '"Yam'],
  ["an opened quote in the last cell", 'price\tname\n5\t"Yam\n6\tGari "red"', "5"],
])("rows with tabs keep %s as it was typed", ([, text = "", cell = ""]) => {
  const rows = cellsOf(text);
  expect(rows).toHaveLength(text.split("\n").length);
  expect(rows[1]?.[0]).toBe(cell);
});

test("a cell of several lines, copied with tabs, is one cell", () => {
  expect(cellsOf('name\tdescription\nYam\t"one ""two""\nthree"\nGari\tx')).toEqual([
    ["name", "description"],
    ["Yam", 'one "two"\nthree'],
    ["Gari", "x"],
  ]);
});

test.for([
  ["a name in quotes, with commas", 'name,price\nGari,1\n"Big Mama" Pepper,5\nYam,2', 3],
  ["a file cut off in quotes", 'name,description\nYam,x\nGari,"white and\nfine', 3],
  ["quotes closed in a cell, with semicolons", 'name;price\n"Yam"s;5\nGari;"2"', 2],
  ["tabs with lines and broken quotes", 'name\tdescription\nYam\t"a\nb"\n"Big" Pepper\tc', 3],
] as const)("%s: the file is refused with the number of the row", ([, text, rowNumber]) => {
  expect(readCsv(text)).toEqual({ kind: "rejected", rowNumber });
});
