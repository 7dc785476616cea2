import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { goLive, LEFT_BEHIND, planGoLive } from "#server/database/go-live.ts";
import { seedShop } from "#server/database/prepare-database.ts";
import { aPaidOrder, count, leftOf } from "./paying.ts";
import { call } from "./requests.ts";
import { anOrder, aProduct, aProductInSizes, openTestShop, PASSWORD } from "./running-shop.ts";

const shop = await openTestShop();

/** Tables that a live store takes over: products, settings, staff, and what the server needs. */
const TAKEN_OVER = [
  ...["identities", "mfa_factors", "mfa_recovery_codes", "users"].map((name) => `auth.${name}`),
  ...["article_documents", "discarded_delivery_photos", "last_published", "limits", "product_attributes"],
  ...["reconciliation", "search_documents", "search_spellings", "search_terms", "search_words", "shop_facts"],
  ...["text_keywords", "text_wordings", "zip_centers"],
].map((name) => (name.includes(".") ? name : `private.${name}`));
const TAKEN_OVER_PUBLIC = [
  ...["article_products", "audit_log", "blog_post", "categories", "category_snap_rules", "category_tax_classes"],
  ...["choice_groups", "choices", "content_translations", "content_version", "daily_report_readers"],
  ...["delivery_zones", "discount_codes", "import_rows", "imports", "inventory_items", "offers"],
  ...["order_status_moves", "order_statuses", "pay_in_store_settings", "product_choice_groups", "product_pictures"],
  ...["product_sizes", "product_stock", "products", "profiles", "quantity_prices", "search_synonyms", "size_stock"],
  ...["staff", "staff_invitations", "stock_count_lines", "stock_counts", "stock_movements", "store_settings"],
  ...["supplier_deliveries", "supplier_delivery_lines", "suppliers", "tax_classes", "tax_exceptions", "tax_rates"],
  "window_rules",
].map((name) => `public.${name}`);

test("each table is taken over by a live store or left behind", async () => {
  const tables = await shop.database.admin<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_tables where schemaname in ('auth', 'private', 'public')`;
  expect([...LEFT_BEHIND, ...TAKEN_OVER, ...TAKEN_OVER_PUBLIC].sort()).toEqual(tables.map(({ name }) => name).sort());
});

test("going live keeps products, settings, and staff, and leaves test orders, payments, and customers behind", async () => {
  const { admin } = shop.database;
  const start = (shopMode: "empty" | "live") => seedShop(shop.database, { shopMode, files: null as never });
  await expect(planGoLive(admin)).rejects.toThrow("not a store that was started with SHOP_MODE=empty");
  await start("empty");

  const [ola, mina, ama] = await shop.signUpAll("owner", "manager", "customer");
  const [yam, rice] = [await aProduct(shop, { name: "Puna Yam" }), await aProduct(shop, { name: "Rice" })];
  const dress = await aProductInSizes(shop, { name: "Dress" }, [{ label: "M", stock_count: 5 }]);
  await count(shop, yam, 10);
  await count(shop, rice, 10);
  await aPaidOrder(shop, ama, yam, 2);
  await aPaidOrder(shop, ama, dress.inSize("M"), 1);
  const sale = (product_id: number, quantity: number, price: number) =>
    mina.client
      .rpc("record_sale", {
        items: [{ product_id, quantity }],
        tenders: [{ method: "store_cash", amount_cents: price * 100, cash_received_cents: price * 100 }],
        expected_total: price,
        request_key: randomUUID(),
      })
      .throwOnError();
  await call(mina, "open_drawer", { float_cents: 5000, request_key: randomUUID() });
  await sale(yam.id, 1, 14.99);
  await sale(rice.id, 4, 59.96);
  // Sold before a count: the count is what is there.
  await call(mina, "accept_stock_count", {
    lines: [{ product_id: rice.id, size_id: null, counted: 6, expected: 6 }],
    note: "",
    request_key: randomUUID(),
  });
  const unpaid = await anOrder(ama, yam, 1);
  await shop.worker.runOnce();
  const audited = await admin`select id from public.audit_log`;

  const plan = await planGoLive(admin);
  expect(plan).toMatchObject({ products: 3, staff: 2, orders: 5, payments: 4, accounts: 1, restocked: 2 });
  expect(plan.messages).toBeGreaterThan(0);
  expect(await goLive(admin)).toEqual(plan);

  const filled = [];
  for (const table of LEFT_BEHIND.filter((name) => name !== "private.customers")) {
    if ((await admin`select from ${admin.identifier(table)} limit 1`).length > 0) filled.push(table);
  }
  expect(filled).toEqual([]);
  expect([...(await admin`select name, order_count from private.customers order by name`)]).toEqual([
    { name: "Mina Manager", order_count: 0 },
    { name: "Ola Owner", order_count: 0 },
  ]);
  expect([await leftOf(shop, yam), await leftOf(shop, rice)]).toEqual([10, 6]);
  expect((await admin`select stock_count from public.size_stock`)[0]).toEqual({ stock_count: 5 });
  expect(await admin`select id from public.audit_log`).toEqual(audited);

  await start("live");
  await expect(start("empty")).rejects.toThrow("belongs to a live store");
  await expect(planGoLive(admin)).rejects.toThrow("The store is live already.");
  const [{ is_open } = {}] = await admin`select public.is_store_open() as is_open`;
  expect(is_open).toBe(false);
  expect((await shop.guest.auth.signInWithPassword({ email: ama.email, password: PASSWORD })).error?.code).toBe(
    "invalid_credentials",
  );
  const owner = shop.newClient();
  expect((await owner.auth.signInWithPassword({ email: ola.email, password: PASSWORD })).error).toBeNull();
  await call(owner, "open_store");
  expect((await anOrder(await shop.signUp("Kojo Customer"), yam, 1)).order_number).toBe(unpaid.order_number + 1);
});
