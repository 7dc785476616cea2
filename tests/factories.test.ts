import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { aPaidOrder, count, leftOf, payAtSandbox } from "./paying.ts";
import { call, insert } from "./requests.ts";
import { aProduct, aProductInSizes, BILLING, openTestShop, type Person } from "./running-shop.ts";

const shop = await openTestShop();
const oil = await aProduct(shop, { price: 14.99, discount_price: 12.5 });
const dress = await aProductInSizes(shop, {}, [{ label: "M", price: 54 }]);
const size = dress.inSize("M");
await count(shop, oil, 50);
await shop.database.admin`insert into tax_rates (class_id, valid_from, percent)
  select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;

const TIME = /\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g;
/** The sandbox's event, and attempts to pay, which only the endpoint counts. */
const ONLY_HTTP = { columns: ["payload"], tables: ["private.payment_attempts"] };

/** Returns every row of the database that names the order or its customer, with words for ids and times. */
async function rowsAbout(person: Person, orderId: string): Promise<Record<string, unknown[]>> {
  const { admin } = shop.database;
  const tables = await admin<{ name: string }[]>`
    select format('%s.%s', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'private') and table_type = 'BASE TABLE' order by 1`;
  const [order] = await admin<{ order_number: string; payment_intent_id: string }[]>`
    select order_number, payment_intent_id from orders where id = ${orderId}`;
  const words = {
    [person.id]: "person",
    [person.email]: "email",
    [orderId]: "order",
    [order?.payment_intent_id ?? ""]: "intent",
  };
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables.filter(({ name }) => !ONLY_HTTP.tables.includes(name))) {
    const rows = await admin<{ row: object }[]>`
      select to_jsonb(t) - ${ONLY_HTTP.columns}::text[] as row from ${admin.identifier(name)} as t
      where t::text like any (${Object.keys(words).map((word) => `%${word}%`)}) order by t.ctid`;
    if (rows.length === 0) continue;
    let text = JSON.stringify(rows.map(({ row }) => row)).replaceAll(TIME, "time");
    for (const [word, meaning] of Object.entries(words)) text = text.replaceAll(word, meaning);
    text = text.replaceAll(new RegExp(`\\b${order?.order_number}\\b`, "g"), "0");
    found[name] = JSON.parse(text, (key, value) =>
      /^(id|request_key)$/.test(key) && value !== "order" ? "id" : value,
    );
  }
  return found;
}

test.for([
  { delivery: "pickup", address: "", phone: "" },
  { delivery: "delivery", address: "18 Cypress Bend, Humble, TX 77338", phone: "2815550177" },
] as const)(
  "a $delivery made by the factory equals one made through HTTP, column by column",
  async ({ delivery, address, phone }) => {
    const [browser, factory] = [await shop.signUp("Ama Mensah"), await shop.signUp("Ama Mensah")];
    const choices = { note: "Ring twice.", substitution_preference: "contact" };
    const placed = await call(browser, "place_order", {
      items: [
        { product_id: oil.id, quantity: 2, note: "ripe" },
        { product_id: size.id, size_id: size.size_id, quantity: 1 },
      ],
      delivery_type: delivery,
      delivery_address: address,
      delivery_phone_number: phone,
      expected_total: 83.46,
      request_key: randomUUID(),
      ...choices,
    });
    await insert(browser, "billing_details", { ...BILLING, order_id: placed.id, email: "ama@mail.example" });
    await payAtSandbox(shop, browser, placed.id);
    const left = await leftOf(shop, oil);
    const lines = [
      [{ ...oil, note: "ripe" }, 2],
      [size, 1],
    ] as const;
    const made = await aPaidOrder(shop, factory, lines, 1, {
      ...choices,
      billing: { email: "ama@mail.example" },
      ...(address ? { delivery: "delivery" } : {}),
    });

    const rows = await rowsAbout(factory, made.id);
    expect(rows).toEqual(await rowsAbout(browser, placed.id));
    expect(Object.keys(rows)).toEqual(
      expect.arrayContaining([
        ...["public.orders", "public.order_items", "public.payments", "public.payment_events"],
        ...["public.order_status_changes", "public.outgoing_mails", "private.order_documents"],
      ]),
    );
    expect(await leftOf(shop, oil)).toBe(left - 2);
  },
);
