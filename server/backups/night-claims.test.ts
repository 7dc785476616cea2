import { expect, test } from "vitest";
import { openTestShop } from "#tests/running-shop.ts";
import { createNightClaims } from "./night-claims.ts";

const shop = await openTestShop();

test("one of several processes makes a night's backup, and another takes over an unfinished one", async () => {
  const [one, other] = ["one", "other"].map((name) => createNightClaims(shop.database.currentUrl, name));
  expect([await one?.claim("2026-11-25"), await other?.claim("2026-11-25")]).toEqual([true, false]);
  expect(await one?.claim("2026-11-25"), "after a restart").toBe(true);
  await shop.database.admin`
    update private.shop_facts set value = (value::jsonb || jsonb_build_object('at', now() - interval '61 minutes'))::text
    where name = 'nightly_backup'`;
  expect([await other?.claim("2026-11-25"), await one?.claim("2026-11-25")]).toEqual([true, false]);
  await other?.finish("2026-11-25");
  expect([await one?.claim("2026-11-25"), await other?.claim("2026-11-25")]).toEqual([false, false]);
  expect(await one?.claim("2026-11-26")).toBe(true);
});
