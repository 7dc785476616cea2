import { connect, type Sql } from "@calabash/data-service/database";
import type { BenchShop } from "#scripts/test-environment/open-demo-shop.ts";
import { median, timeOf } from "./measure.ts";
import { signInAdmin } from "./shoppers.ts";

const ORDERS = 1_000_000;
const AT_ONCE = 50_000;
const GOAL_MS = 300;
const ROUNDS = 9;

/**
 * `npm run bench -- order-search`: order searches among 1,000,000 orders. Each call of a manager through the data
 * service is compared with reading one order by primary key through the same service in the same round.
 */
export async function measureOrderSearch(shop: BenchShop): Promise<void> {
  const sql = connect(shop.databaseUrl, { max: 2, applicationName: "bench order search" });
  try {
    await fillOrders(sql);
    const [one] = await sql<{ id: string; created_at: string; order_number: string }[]>`
      select id, created_at::text, order_number::text from public.orders order by created_at desc offset 500000 limit 1`;
    if (!one) throw new Error("There are no orders.");
    const admin = await signInAdmin(shop);
    const search = (filter: object, page: object = {}) =>
      admin.rpc("search_orders", { filter, max_count: 51, ...page }).throwOnError();
    const count = (filter: object) => admin.rpc("count_orders", { filter }).throwOnError();
    const cases: Record<string, () => PromiseLike<{ data: unknown }>> = {
      "page 1": () => search({}),
      "page 10,000": () => search({}, { after_at: one.created_at, after_number: Number(one.order_number) }),
      "its previous page": () =>
        search({}, { after_at: one.created_at, after_number: Number(one.order_number), is_backward: true }),
      "by number": () => search({ words: `#${one.order_number}` }),
      "by phone, (832) 555-0134": () => search({ words: "(832) 555-0134" }),
      "by the last four digits": () => search({ words: "0134" }),
      "by a rare name": () => search({ words: "okonhhhhh" }),
      "by a frequent name": () => search({ words: "ama" }),
      "by email": () => search({ words: "customerhhhhh@" }),
      "by a rare product": () => search({ words: "product 4321" }),
      "by a product in a tenth of all orders": () => search({ words: "everyday rice" }),
      "by a product of the oldest orders": () => search({ words: "discontinued" }),
      "by name and product": () => search({ words: "ama rice" }),
      "status paid": () => search({ statuses: ["paid"] }),
      "status refund failed (20 orders)": () => search({ statuses: ["refund_failed"] }),
      unpaid: () => search({ payment_states: ["unpaid"] }),
      refunded: () => search({ payment_states: ["refunded", "partly_refunded"] }),
      "deliveries, refunded in part": () => search({ delivery_type: "delivery", payment_states: ["partly_refunded"] }),
      "one month, last year": () => search({ first_day: "2025-03-01", last_day: "2025-03-31" }),
      "deliveries of a day's windows": () => search({ delivery_type: "delivery", slot_day: "2025-11-12" }),
      "with a separate delivery fee": () => search({ needs: "fee" }),
      "words and status": () => search({ words: "rice", statuses: ["refunded"] }),
      "words and month": () => search({ words: "ama", first_day: "2025-03-01", last_day: "2025-03-31" }),
      "count of all": () => count({}),
      "count of a filter": () => count({ delivery_type: "delivery", payment_states: ["paid"] }),
      "count of frequent words": () => count({ words: "ama" }),
      "count of the oldest product": () => count({ words: "discontinued" }),
      "the order board": () => admin.rpc("read_desk", {}).throwOnError(),
      today: () => admin.rpc("read_today").throwOnError(),
      "the order board's search": () => admin.rpc("find_on_desk", { words: "okonhhhhh" }).throwOnError(),
    };
    console.log(`\n${ORDERS} orders: medians of ${ROUNDS}, goal ${GOAL_MS} ms, ratio to one order by id`);
    const reference = () => admin.from("orders").select("*").eq("id", one.id).throwOnError();
    for (const [name, work] of Object.entries(cases)) {
      const times: number[] = [];
      const references: number[] = [];
      const { data } = await work();
      for (let round = 0; round < ROUNDS; round += 1) {
        times.push(await timeOf(work));
        references.push(await timeOf(reference));
      }
      const rowCount = Array.isArray(data) ? data.length : typeof data === "number" ? data : 1;
      const medianMs = median(times);
      const ratio = median(times.map((time, round) => time / (references[round] ?? time)));
      console.log(
        `  ${name.padEnd(40)} ${medianMs.toFixed(1).padStart(7)} ms   ratio ${ratio.toFixed(1).padStart(5)}   ${String(rowCount).padStart(5)} found${medianMs > GOAL_MS ? "   above the goal" : ""}`,
      );
    }
  } finally {
    await sql.end();
  }
}

/**
 * Adds orders of 200,000 customers, one a minute for almost two years. Runs without triggers, so search documents are
 * written at the end.
 */
async function fillOrders(sql: Sql): Promise<void> {
  await sql.session(async (one) => {
    await one.script("set session_replication_role = replica; set synchronous_commit = off");
    for (const [name, text] of Object.entries(ROWS)) {
      process.stdout.write(`  filling ${name}            \r`);
      await one.script(text);
    }
    await one.script("reset session_replication_role; reset synchronous_commit");
  });
  for (let first = 1; first <= ORDERS; first += AT_ONCE) {
    process.stdout.write(`  documents from ${first}            \r`);
    await sql`
      select private.write_order_documents(array(
        select id from bench_numbers where n between ${first} and ${first + AT_ONCE - 1}))`;
  }
  await sql.script("drop table bench_numbers; analyze");
}

const NAMES =
  "array['Ama','Kofi','Adaeze','Chinedu','Fatou','Kwame','Yaa','Ngozi','Marie','Jean','Amina','Sade','Tunde','Efua','Esi','Kojo','Abena','Musa','Nia','Zola']";

const ROWS = {
  "order numbers": `create unlogged table bench_numbers as
    select gen_random_uuid() as id, n from generate_series(1, ${ORDERS}) as n`,
  orders: `
    insert into public.orders (id, status, total, paid_amount, refunded_amount, created_at, paid_at, delivery_type,
      delivery_address, delivery_phone_number, delivery_included, window_starts_at, window_ends_at)
    select id, status, 20, case when status in ('pending', 'cancelled') then 0 else 20 end,
      case when status = 'refunded' then 20 when status = 'completed' and n % 50 = 0 then 5 else 0 end,
      placed_at, case when status in ('pending', 'cancelled') then null else placed_at end,
      case when n % 3 = 0 then 'delivery' else 'pickup' end, '1 Way',
      '(' || 200 + n % 200 || ') 555-' || lpad((n % 10000)::text, 4, '0'), n % 15 <> 0,
      date_trunc('hour', placed_at) + interval '1 day', date_trunc('hour', placed_at) + interval '26 hours'
    from bench_numbers
    cross join lateral (select now() - (${ORDERS} - n) * interval '1 minute' as placed_at,
      case when n > ${ORDERS} - 400 then (array['paid', 'preparing', 'ready', 'pending'])[1 + n % 4]
        when n % 50000 = 1 then 'refund_failed' when n % 40 = 0 then 'cancelled' when n % 97 = 0 then 'refunded'
        else 'completed' end as status) as made
    order by n`,
  lines: `
    insert into public.order_items (order_id, product_id, product_name, quantity, unit_price, choice_ids)
    select id, (select min(id) from public.products),
      case when line = 1 then case when n % 10 = 0 then 'Everyday Rice' when n < 200000 then 'Discontinued Flour' else 'Product ' || n % 5000 end
        else 'Special ' || n % 3000 end, 1, 10, '{}'
    from bench_numbers cross join generate_series(1, 2) as line`,
  "billing details": `
    insert into public.billing_details (order_id, name, email, phone, line1, city, state, postal_code, country)
    select id, (${NAMES})[1 + n % 20] || ' Okon' || letters, 'customer' || letters || '@bench.example',
      case when n = 777777 then '8325550134' else (200 + n % 700) || lpad((n % 10000000)::text, 7, '0') end,
      '1 Way', 'Houston', 'Texas', '77073', 'US'
    from bench_numbers cross join lateral translate((n % 200000)::text, '0123456789', 'abcdefghij') as letters`,
  statistics: "analyze public.orders, public.order_items, public.billing_details, bench_numbers",
};
