import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const APP = join(import.meta.dirname, "..", "..");

test("the privacy page lists everything that is stored in the browser", () => {
  const storedKeys = readdirSync(APP, { recursive: true, encoding: "utf8" })
    // Excludes the sandbox, whose key is the one that Stripe calls publishable.
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.includes("sandbox"))
    .flatMap((file) => [...readFileSync(join(APP, file), "utf8").matchAll(/\bconst \w*(?:KEY|CACHE) = "([\w.-]+)"/g)])
    .map(([, key]) => key);
  expect(storedKeys).toEqual(expect.arrayContaining(["cartItems", "public-pages-v1", "private-pages-v1"]));
  const page = readFileSync(join(import.meta.dirname, "privacy-route.tsx"), "utf8");
  expect(storedKeys.filter((key) => !page.includes(`<code>${key}</code>`))).toEqual([]);
});
