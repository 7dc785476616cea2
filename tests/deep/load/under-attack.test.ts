import { createClient } from "@supabase/supabase-js";
import { afterAll, expect, test } from "vitest";
import { openShopProcess } from "#scripts/test-environment/prepared-shop.ts";
import { readKeysOf } from "#scripts/test-environment/shop-process.ts";
import { attacks, openClient, run, type Target } from "./attacks.ts";

/** While one client attacks, only its requests are rejected, not another client's. */
// The limit is low enough for a slow machine to reach, and enough for the other client, which sends a few requests in
// ten seconds.
const shop = await openShopProcess(afterAll, { TRUST_PROXY: "1", LIMIT_REQUESTS: "100" });
const { anonKey } = readKeysOf(shop.dataDir);
const client = createClient(shop.origin, anonKey, { auth: { persistSession: false } });
const { data } = await client.auth.signUp({ email: "attacker@test.example", password: "long enough" });
const target: Target = { origin: shop.origin, anonKey, token: data.session?.access_token ?? "" };
const { data: product } = await client.from("condiments").select("img1").limit(1).single().throwOnError();
const picture = String(product.img1).replace("/object/public/", "/render/image/public/");
const probe = await openClient(target);

test.for(attacks)("another client can shop during $name", { timeout: 120_000 }, async (attack) => {
  let isOver = false;
  const attacking = run(attack, target, picture, () => isOver);
  const rejected: string[] = [];
  for (let round = 0; round < 2; round += 1) {
    for (const [step, ask] of Object.entries(probe)) {
      const status = await ask();
      if (status !== 200) rejected.push(`${step}: ${status}`);
    }
  }
  isOver = true;
  const statuses = await attacking;
  expect(rejected).toEqual([]);
  expect([...statuses.keys()].filter((status) => status !== 0 && !attack.answers.includes(status))).toEqual([]);
  // After enough rejections requests are rejected unread.
  expect((statuses.get(attack.rejection) ?? 0) + (statuses.get(429) ?? 0)).toBeGreaterThan(0);
  expect(shop.child.exitCode).toBeNull();
  expect(shop.output()).not.toMatch(/unhandled|uncaught/i);
});
