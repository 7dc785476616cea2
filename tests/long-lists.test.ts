import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { listRecipes } from "#app/features/recipes/recipe-queries.ts";
import { publicConfigContext, publicDataContext } from "#app/platform/contexts.ts";
import type { PublicConfig } from "#app/platform/public-config.ts";
import { loader as loadSitemap } from "#app/routes/pages/sitemap-route.ts";
import { aPaidOrder } from "./paying.ts";
import { aProduct, openTestShop } from "./running-shop.ts";

const shop = await openTestShop();
const [owner, customer] = await Promise.all([shop.signUpAdmin("Ola Owner"), shop.signUp("Kofi Customer")]);

interface ListArgument {
  called: string;
  argument: string;
  type: string;
  is_for_guests: boolean;
  is_for_users: boolean;
}

/** jsonb arguments that are objects, not lists, and what is only compared with the stored value. */
const OBJECTS = ["delivery_place", "customer", "change", "item", "expected"];
const OBJECTS_OF_CHANGES = ["key", "changes"];

const ITEMS: Record<string, unknown> = {
  "uuid[]": "00000000-0000-0000-0000-000000000001",
  "text[]": "x",
  "bigint[]": 1,
  jsonb: { product_id: 1, order_item_id: 1, id: 1, order_id: randomUUID(), quantity: 1 },
  json: {},
};
const LENGTH = 20_000;
const LIMIT =
  /at most \d+|[\d,]+ [\w ]+ at most|1 to [\d,]+ (lines|rows|changes)|each category exactly once|are a list of/i;

test("every list argument has a maximum length, for guests, customers, and the owner", async () => {
  const order = await aPaidOrder(shop, owner, await aProduct(shop));
  const started = await owner.client.rpc("begin_import", { file_name: "x.csv" }).throwOnError();
  // Other arguments, so that only the list is invalid.
  const given = { order_id: order.id, import_id: started.data, delivery_type: "pickup", reason: "damaged" };
  const lists = await shop.database.admin<ListArgument[]>`
    select p.proname as called, argument.name as argument, format_type(argument.type, null) as type,
      has_function_privilege('anon', p.oid, 'execute') as is_for_guests,
      has_function_privilege('authenticated', p.oid, 'execute') as is_for_users
    from pg_proc p
    cross join lateral unnest(p.proargnames[:p.pronargs], p.proargtypes::oid[]) as argument (name, type)
    where p.pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
      and (format_type(argument.type, null) like '%[]' or argument.type in ('json'::regtype, 'jsonb'::regtype))
    order by 1, 2`;
  expect(lists.length).toBeGreaterThan(12);
  const unbounded: string[] = [];
  for (const { called, argument, type, is_for_guests, is_for_users } of lists) {
    if (OBJECTS.includes(argument)) continue;
    if (called === "save_changes" && OBJECTS_OF_CHANGES.includes(argument)) continue;
    const item = ITEMS[type];
    expect(item, `an item of ${called}(${argument} ${type})`).toBeDefined();
    const args = {
      ...(await neededArguments(called)),
      request_key: randomUUID(),
      ...given,
      [argument]: Array.from({ length: type === "jsonb" ? LENGTH * 0.3 : LENGTH }, () => item),
    };
    const taken = await argumentsOf(called);
    const sent = Object.fromEntries(Object.entries(args).filter(([name]) => taken.includes(name)));
    const clients = [...(is_for_guests ? [shop.guest] : []), ...(is_for_users ? [customer.client, owner.client] : [])];
    for (const client of clients) {
      const { error } = await client.rpc(called as never, sent as never);
      // Some errors state the maximum length, others the expected items.
      const isRejected =
        client === customer.client && !is_for_guests ? error !== null : LIMIT.test(error?.message ?? "");
      if (!isRejected) unbounded.push(`${called}(${argument}): ${error?.message ?? "answered"}`);
    }
  }
  expect(unbounded).toEqual([]);
});

test("orders to print are not cut off after the first hundred", async () => {
  const { id } = await aPaidOrder(shop, owner, await aProduct(shop));
  const args = { order_ids: Array.from({ length: 300 }, () => id) };
  for (const name of ["read_pick_lists", "list_snap_amounts"]) {
    expect((await owner.client.rpc(name, args).throwOnError()).data).toHaveLength(300);
  }
});

test("the sitemap of more than 1,000 products is an index of files that list each of them", async () => {
  const before = await readSitemap("");
  expect(before).toContain("<urlset");
  await shop.database.admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`insert into public.products (category, name, price, pictures_ready)
      select 'more', 'Product ' || number, 1, true from generate_series(1, 1001) as number`;
  });
  const files = [...(await readSitemap("")).matchAll(/<sitemap><loc>(.+?)<\/loc>/g)].map(([, url = ""]) => url);
  expect(files).toEqual(["https://market.example/sitemap.xml?part=1", "https://market.example/sitemap.xml?part=2"]);
  const texts = await Promise.all(files.map((file) => readSitemap(new URL(file).search)));
  const listed = new Set(texts.join("").match(/(?<=<loc>https:\/\/market\.example\/products\/\w+\/)\d+/g));
  const { count } = await shop.guest.from("products").select("id", { count: "exact", head: true }).throwOnError();
  expect(listed.size).toBe(count);
  expect(await readSitemap("?part=3")).toBe("Not found\n");
});

test("recipes have 24 per page, and no page after the last", async () => {
  const { count } = await shop.guest
    .from("blog_post")
    .select("*", { count: "exact", head: true })
    .not("servings", "is", null)
    .throwOnError();
  await shop.database.admin`
    insert into public.blog_post (name, servings, publish_at)
    select 'Recipe ' || number, 4, now() from generate_series(1, ${25 - (count ?? 0)}::integer) as number`;
  const pages = await Promise.all([0, 1, 2].map((pageIndex) => listRecipes(shop.guest, pageIndex)));
  expect(pages.map((page) => page && [page.items.length, page.pageCount])).toEqual([[24, 2], [1, 2], null]);
});

async function readSitemap(search: string): Promise<string> {
  const context = new RouterContextProvider();
  context.set(publicDataContext, shop.guest);
  context.set(publicConfigContext, { publicOrigin: "https://market.example" } as PublicConfig);
  const url = new URL(`https://market.example/sitemap.xml${search}`);
  const answer = await loadSitemap({ url, context } as unknown as Parameters<typeof loadSitemap>[0]);
  return await answer.text();
}

async function argumentsOf(called: string): Promise<string[]> {
  const rows = await shop.database.admin<{ name: string }[]>`
    select unnest(proargnames[:pronargs]) as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname = ${called}`;
  return rows.map(({ name }) => name);
}

/** Returns null for each argument without a default. */
async function neededArguments(called: string): Promise<Record<string, null>> {
  const rows = await shop.database.admin<{ name: string }[]>`
    select unnest(proargnames[:pronargs - pronargdefaults]) as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname = ${called}`;
  return Object.fromEntries(rows.map(({ name }) => [name, null]));
}
