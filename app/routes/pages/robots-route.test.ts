import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { loader } from "./robots-route.ts";

test("robots.txt lists only existing paths, and every private one", async () => {
  const context = { get: () => ({ publicOrigin: "https://shop.test" }) };
  const answer = loader({ context } as unknown as Parameters<typeof loader>[0]);
  const named = [...(await answer.text()).matchAll(/^Disallow: (.*)$/gm)].map(([, path = ""]) => path);
  const paths = pathsOf(routes);
  expect(named.filter((path) => !paths.some((known) => known.startsWith(path)))).toEqual([]);
  for (const own of "/account /desk/products /orders/:orderId /pay /order-link /stock-messages /join".split(" ")) {
    expect(paths).toContain(own);
    expect(
      named.some((path) => own.startsWith(path)),
      own,
    ).toBe(true);
  }
});

function pathsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) => [...(path ? [`/${path}`] : []), ...pathsOf(children)]);
}
