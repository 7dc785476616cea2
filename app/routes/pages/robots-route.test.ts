import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import { LOCALES, localizedPath, splitLocale } from "#app/messages/locales.ts";
import routes from "#app/routes.ts";
import { loader } from "./robots-route.ts";

test("robots.txt lists only existing paths, and every private one in every language", async () => {
  const context = { get: () => ({ publicOrigin: "https://shop.test" }) };
  const answer = loader({ context } as unknown as Parameters<typeof loader>[0]);
  const named = [...(await answer.text()).matchAll(/^Disallow: (.*)$/gm)].map(([, path = ""]) => path);
  const paths = pathsOf(routes);
  expect(named.filter((path) => !paths.some((known) => known.startsWith(splitLocale(path).path)))).toEqual([]);
  const privatePaths = "/account /desk/products /orders/:orderId /pay /order-link /stock-messages /join /search";
  for (const own of privatePaths.split(" ")) {
    expect(paths).toContain(own);
    for (const address of LOCALES.map((locale) => localizedPath(locale, own))) {
      expect(
        named.some((path) => address.startsWith(path)),
        address,
      ).toBe(true);
    }
  }
});

function pathsOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path, children = [] }) => [...(path ? [`/${path}`] : []), ...pathsOf(children)]);
}
