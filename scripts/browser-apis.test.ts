import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * JavaScript that phones in use lack, such as an iPhone X with iOS 16, and `app/platform/older-browsers.ts` does not add;
 * decision 073. A method
 * of a set or an iterator cannot be told from others by its name: `e2e/fixtures/older-browser.ts`.
 */
const NEW_APIS =
  /\b(Promise\.(withResolvers|try)|(Map|Object)\.groupBy|URL\.(canParse|parse)|AbortSignal\.any|Array\.fromAsync|checkVisibility|isWellFormed|RegExp\.escape|Intl\.DurationFormat)\b/;

test("the app uses no JavaScript that phones in use lack", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => join("app", file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) => {
    const code = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
    const [api] = NEW_APIS.exec(code) ?? [];
    return api === undefined ? [] : [`${file}: ${api}`];
  });
  expect(found).toEqual([]);
});
