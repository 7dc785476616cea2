import { expect, test } from "vitest";
import { csvText, readCsv } from "./csv.ts";

test("a table has its heads, and quotes where a comma, a quote or a new line stands", () => {
  expect(
    csvText(
      ["Name", "Sum"],
      [
        ["Yam, puna", "17.99"],
        ['The "M"', "2\n3"],
      ],
    ),
  ).toBe('Name,Sum\r\n"Yam, puna",17.99\r\n"The ""M""","2\n3"');
});

test.for(["=1+1", "+1-1", "-1-1", "@SUM(A1)", "\t=1", "\r=1", "-2+3+cmd|' /C calc'!A0"])(
  "%o is no formula of a spreadsheet any more",
  (text) => {
    const [, cell = ""] = csvText(["Head"], [[text]]).split("Head\r\n");
    expect(cell.replace(/^"/, "")).toMatch(/^'/);
  },
);

test("an amount below zero stays a number", () => {
  expect(csvText(["Due"], [["-4.12"], ["-3"]])).toBe("Due\r\n-4.12\r\n-3");
});

test.for([
  "=1+1",
  "'=1+1",
  "''@x",
  "'plain",
  "-4.12",
  "'-4.12",
  "two\r\nlines",
  'a "quote", a comma',
  "🌶️ Ẹ̀fọ́",
])("%o is read as it was written", (text) => {
  expect(readCsv(csvText(["Head", "Other"], [[text, "x"]]))).toEqual([
    ["Head", "Other"],
    [text, "x"],
  ]);
});

test.for([
  ["commas", "\uFEFFname,price\r\nYam,2.50"],
  ["semicolons", "name;price\nYam;2.50"],
  ["tabs, as they are copied from a spreadsheet", "name\tprice\nYam\t2.50"],
])("a table with %s is read", ([, text = ""]) => {
  expect(readCsv(text)).toEqual([
    ["name", "price"],
    ["Yam", "2.50"],
  ]);
});
