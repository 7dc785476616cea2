import { expect, test } from "vitest";
import { csvText } from "./csv.ts";

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
