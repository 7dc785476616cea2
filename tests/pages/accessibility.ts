import axe from "axe-core";
import { expect } from "vitest";

/** Rules that need layout or colors. */
const OTHERS = ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"];

/** Expects no violations of WCAG 2.2 A and AA in a part of the page. */
export async function expectAccessible(part = "body"): Promise<void> {
  const { violations } = await axe.run(part, {
    resultTypes: ["violations"],
    runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
    rules: Object.fromEntries(OTHERS.map((rule) => [rule, { enabled: false }])),
    iframes: false,
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`)).toEqual([]);
}
