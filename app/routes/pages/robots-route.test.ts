import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loader } from "./robots-route.ts";

test("robots.txt lists only existing paths, and every private one", async () => {
  const context = { get: () => ({ publicOrigin: "https://shop.test" }) };
  const answer = loader({ context } as unknown as Parameters<typeof loader>[0]);
  const named = [...(await answer.text()).matchAll(/^Disallow: (.*)$/gm)].map(([, path = ""]) => path);
  const routes = readFileSync(join(import.meta.dirname, "..", "..", "routes.ts"), "utf8");
  const paths = [...routes.matchAll(/route\("([^"]+)", "routes\/(?!settings\/moved)/g)].map(([, path]) => `/${path}`);
  expect(named.filter((path) => !paths.some((known) => known.startsWith(path)))).toEqual([]);
  for (const own of [
    "/account",
    "/desk/products",
    "/orders/:orderId",
    "/pay",
    "/order-link",
    "/stock-messages",
    "/join",
  ]) {
    expect(paths).toContain(own);
    expect(
      named.some((path) => own.startsWith(path)),
      own,
    ).toBe(true);
  }
});
