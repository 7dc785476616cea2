import { connect, type Sql } from "@calabash/data-service/database";
import { createTokens } from "@calabash/data-service/keys";
import { decodeJwt } from "jose";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { measureWork, type Result } from "./measure.ts";
import { findProduct, orderOf } from "./purchases.ts";
import { signUpShoppers } from "./shoppers.ts";

const CODE = "FLASH10";
/** More customers than one comparison has orders. Each orders once, because a second order would replace the first. */
const PEOPLE = 12_000;

/** Adds pickup windows on every day, and a discount code. */
export async function limitOrders({ databaseUrl }: BenchShop): Promise<void> {
  const sql = connect(databaseUrl, { max: 1, applicationName: "bench" });
  await sql`insert into public.window_rules (delivery_type, weekday, length_minutes, capacity)
    select 'pickup', weekday, 15, 999 from generate_series(0, 6) as weekday`;
  await sql`update public.store_settings set pickup_windows = true`;
  await sql`insert into public.discount_codes (code, percent, max_uses) values (${CODE}, 10, 1000000)`;
  await sql.end();
}

/**
 * Returns a measurement of orders with windows of one day and one discount code, each the first one of another customer.
 * @param origins of the processes that receive the orders in turn
 */
export async function openOrders(shop: BenchShop, origins: readonly string[]): Promise<() => Promise<Result>> {
  const sql = connect(shop.databaseUrl, { max: 1, applicationName: "bench" });
  const product = await findProduct(sql);
  const times = await sql<{ starts_at: Date }[]>`select starts_at from public.list_windows('pickup', 100)`;
  const oneDay = times.filter(({ starts_at }) => dayOf(starts_at) === dayOf(times.at(-1)?.starts_at));
  const tokens = await signInPeople(shop, sql);
  await sql.end();
  const total = Number((product.price * 2 * 0.9).toFixed(2));
  return () =>
    measureWork(async () => {
      const token = tokens.pop();
      if (!token) throw new Error(`${PEOPLE} customers were not enough.`);
      const origin = origins[tokens.length % origins.length] ?? shop.origin;
      const response = await fetch(`${origin}/rest/v1/rpc/place_order`, {
        method: "POST",
        headers: { apikey: shop.keys.anonKey, authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({
          ...orderOf([product], total, 2),
          window_starts_at: oneDay[tokens.length % oneDay.length]?.starts_at ?? null,
        }),
      });
      const answer = await response.text();
      if (!response.ok) throw new Error(`${response.status}: ${answer}`);
    });
}

function dayOf(time: Date | undefined): string {
  return time?.toLocaleDateString("en-US", { timeZone: "America/Chicago" }) ?? "";
}

/** Creates customers and signs access tokens for them, without the cost of signing up. */
async function signInPeople(shop: BenchShop, sql: Sql): Promise<string[]> {
  const [pattern] = await signUpShoppers(shop, 1);
  const sessions = await sql<{ id: string; user_id: string }[]>`
    with people as (
      insert into auth.users (email) select gen_random_uuid() || '@bench.example' from generate_series(1, ${PEOPLE})
      returning id
    )
    insert into auth.sessions (user_id) select id from people returning id, user_id`;
  await sql`
    insert into private.entered_discounts (user_id, code_id)
    select person, (select id from public.discount_codes where code = ${CODE})
    from unnest(${sessions.map(({ user_id }) => user_id)}::uuid[]) as person`;
  const { sign } = await createTokens({ signingKey: shop.keys.signingKey });
  const claims = decodeJwt(pattern?.accessToken ?? "");
  return Promise.all(sessions.map(({ id, user_id }) => sign({ ...claims, sub: user_id, session_id: id })));
}
