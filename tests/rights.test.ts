import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aPaidOrder } from "./paying.ts";
import { anOrder, aProduct, type Person, startTestShop, type TestShop } from "./running-shop.ts";

/**
 * Permissions of six actors on each table, tested in the database: r(ead), i(nsert), u(pdate), d(elete). Ama owns the
 * customer rows; Kofi is signed in and owns none. A new table fails this test until it is listed here.
 */
let shop: TestShop;
let people: Record<Actor, Person | null>;

const ACTORS = ["guest", "kofi", "ama", "packer", "manager", "owner"] as const;
type Actor = (typeof ACTORS)[number];

beforeAll(async () => {
  shop = await startTestShop({ paymentIntentLimit: 100 });
  const [kofi, ama, packer, manager, owner] = await Promise.all([
    shop.signUp("Kofi Stranger"),
    shop.signUp("Ama Mensah"),
    shop.signUpStaff("Paul Packer", "packer", 100),
    shop.signUpStaff("Mina Manager", "manager"),
    shop.signUpAdmin("Ola Owner"),
  ]);
  people = { guest: null, kofi, ama, packer, manager, owner };
});
afterAll(() => shop.close());

/**
 * Permissions by table in the order of ACTORS: guest, Kofi, Ama, packer, manager, owner. Ordered products are archived
 * instead of deleted.
 */
const RIGHTS: Record<string, string> = {
  article_products: "r r r r riud riud",
  billing_details: "- - r r r r",
  blog_post: "r r r r riud riud",
  categories: "r r r r r r",
  category_snap_rules: "- - - - r riu",
  category_tax_classes: "- - - - - ru",
  choice_groups: "- - - - r r",
  choices: "- - - - r r",
  content_version: "r r r r r r",
  content_translations: "r r r r r r",
  customer_notes: "- - - - riud riud",
  delivery_fees: "- - r r r r",
  daily_report_readers: "- - - - r -",
  delivery_runs: "- - - - r r",
  delivery_zones: "- - - - - riud",
  discount_codes: "- - - - - riud",
  import_rows: "- - - - r r",
  imports: "- - - - r r",
  inventory_items: "- - - r r r",
  saved_carts: "- i riud i i i",
  zero_result_searches: "- - - - rd rd",
  offers: "- - - - riud riud",
  quantity_prices: "- - - - riud riud",
  substitutions: "- - r r r r",
  order_items: "- - ri r r r",
  order_status_changes: "- - r r r r",
  order_status_moves: "- r r r r r",
  order_statuses: "- r r r r r",
  order_views: "- - - - i rid",
  orders: "- i ri ri ri ri",
  outgoing_mails: "- - - - r r",
  pay_in_store_orders: "- - - - - -",
  pay_in_store_settings: "- - - - r ru",
  push_subscriptions: "- i rid i i i",
  back_in_stock_requests: "- - rd - - -",
  text_consents: "- - r - r r",
  outgoing_texts: "- - - - r r",
  substitution_questions: "- - r r r r",
  picked_lines: "- - - - - -",
  payment_events: "- - - - - r",
  payments: "- - r - r r",
  product_choice_groups: "- - - - r r",
  product_pictures: "r r r r riud riud",
  product_sizes: "r r r r riud riud",
  product_stock: "- - - - riud riud",
  products: "r r r r riu riu",
  profiles: "- ru ru ru ru ru",
  refunds: "- - r r r r",
  saved_addresses: "- i riud i i i",
  saved_billing: "- i riud i i i",
  saved_preferences: "- i riud i i i",
  search_synonyms: "- - - - riud riud",
  acknowledged_orders: "- - - - - -",
  shop_alerts: "- - - - r r",
  audit_log: "- - - - - r",
  size_stock: "- - - - riud riud",
  run_stops: "- - - - - -",
  staff: "- - - r r rud",
  stock_count_lines: "- - - - r r",
  stock_counts: "- - - - r r",
  stock_movements: "- - - - r r",
  staff_invitations: "- - - - - rd",
  store_settings: "r r r r ru ru",
  supplier_deliveries: "- - - - r r",
  supplier_delivery_lines: "- - - - r r",
  suppliers: "- - - - riu riu",
  tax_classes: "- - - - - riud",
  tax_exceptions: "- - - - - riud",
  tax_exemptions: "- - r - - rd",
  tax_rates: "- - - - - riud",
  window_rules: "- - - - riud riud",
};

/** Calls of functions that check roles; `:order` in the SQL is Ama's paid order. */
const CALLS: Record<string, Actor[]> = {
  "list_waiting_deliveries()": ["manager", "owner"],
  "list_drivers()": ["manager", "owner"],
  "create_run((select id from profiles limit 1), '{}')": ["manager", "owner"],
  "delete_run(1)": ["manager", "owner"],
  "sort_run(1, '{}')": ["manager", "owner"],
  "set_product_sizes((select id from products limit 1), '[]')": ["manager", "owner"],
  "set_product_pictures((select id from products limit 1), '[]')": ["manager", "owner"],
  "save_choice_group(null, 'Cut', false, true, '[]')": ["manager", "owner"],
  "delete_choice_group((select id from choice_groups limit 1))": ["manager", "owner"],
  "set_product_choice_groups((select id from products limit 1), '{}')": ["manager", "owner"],
  "set_recipe((select id from blog_post limit 1), '[]')": ["manager", "owner"],
  "resolve_alert((select id from shop_alerts limit 1))": ["manager", "owner"],
  "retry_mail((select id from outgoing_mails limit 1))": ["manager", "owner"],
  "save_inventory_item((select id from products limit 1), null, '{}')": ["manager", "owner"],
  "list_items_by_code('4011')": ["packer", "manager", "owner"],
  "read_stock_items('[]')": ["manager", "owner"],
  "find_stock_items('yam')": ["manager", "owner"],
  "receive_delivery(null, '', '', '[]', gen_random_uuid())": ["manager", "owner"],
  "undo_delivery((select id from supplier_deliveries limit 1))": ["manager", "owner"],
  "accept_stock_count('[]', '', gen_random_uuid())": ["manager", "owner"],
  "adjust_stock((select min(id) from products), null, 'sale', -1, '', gen_random_uuid())": ["manager", "owner"],
  "undo_stock_movement((select id from stock_movements limit 1))": ["manager", "owner"],
  "list_batches()": ["manager", "owner"],
  "list_snap_amounts(array[:order]::uuid[])": ["packer", "manager", "owner"],
  "list_purchases()": ["manager", "owner"],
  "report_stock('2026-01-01', '2026-01-02')": ["manager", "owner"],
  "take_off_sale((select id from supplier_delivery_lines limit 1), gen_random_uuid())": ["manager", "owner"],
  "close_batch((select id from supplier_delivery_lines limit 1))": ["manager", "owner"],
  "duplicate_product((select id from products limit 1))": ["manager", "owner"],
  "log_export('Products')": ["manager", "owner"],
  "record_payments_tried('sandbox')": ["owner"],
  "payments_tried()": ["owner"],
  "begin_import('a.csv')": ["manager", "owner"],
  "stage_import_rows((select id from imports limit 1), '[]')": ["manager", "owner"],
  "validate_import((select id from imports limit 1))": ["manager", "owner"],
  "apply_import((select id from imports limit 1))": ["manager", "owner"],
  "undo_import((select id from imports limit 1))": ["manager", "owner"],
  "list_lost_windows()": ["manager", "owner"],
  "save_window_rules('delivery', '[]', '[]')": ["manager", "owner"],
  "message_lost_windows()": ["manager", "owner"],
  "list_staff()": ["owner"],
  "invite_staff('a@test.example', 'manager')": ["owner"],
  "set_tax_exemption('nobody', 'X')": ["owner"],
  "list_tax_exemptions()": ["owner"],
  "report_sales_tax(2026)": ["owner"],
  "daily_report('2026-01-01', '2026-01-02')": ["manager", "owner"],
  "report_sales('2026-01-01', '2026-01-02')": ["manager", "owner"],
  "read_today()": ["manager", "owner"],
  "export_accounting('orders', '2026-01-01', '2026-01-02')": ["manager", "owner"],
  "list_customers()": ["manager", "owner"],
  "list_customer_tags()": ["manager", "owner"],
  "list_customer_orders((select user_id from orders where id = :order))": ["manager", "owner"],
  "read_customer((select user_id from orders where id = :order))": ["manager", "owner"],
  "set_customer_tags((select user_id from orders where id = :order), '{VIP}')": ["manager", "owner"],
  "export_customer((select user_id from orders where id = :order))": ["owner"],
  "preview_customer_merge(ama, ama) from (select (select user_id from orders where id = :order) as ama) as it": [
    "owner",
  ],
  "merge_customers(ama, ama) from (select (select user_id from orders where id = :order) as ama) as it": ["owner"],
  "begin_customer_deletion((select user_id from orders where id = :order))": ["owner"],
  "list_back_in_stock_requests()": ["manager", "owner"],
  "set_order_texts(:order, 'sms', 1)": ["ama"],
  "stop_order_texts(:order)": ["ama"],
  "read_order_texts(:order)": ["ama"],
  "retry_text((select id from outgoing_texts limit 1))": ["manager", "owner"],
  "search_orders('{}')": ["manager", "owner"],
  "count_orders('{}')": ["manager", "owner"],
  "order_aisles(array(select prefix from categories))": ["manager", "owner"],
  "list_low_stock()": ["manager", "owner"],
  "email_daily_report(true)": ["manager", "owner"],
  "list_slow_products()": ["manager", "owner"],
  "set_translation('product', (select id::text from products limit 1), 'name', 'es', 'Aceite')": ["manager", "owner"],
  "translation_list('es', 'product')": ["manager", "owner"],
  "translation_counts()": ["manager", "owner"],
  "quote_point_of_sale_order('[]')": ["manager", "owner"],
  "create_point_of_sale_order('[]', 'pickup', '{}', 1, gen_random_uuid())": ["manager", "owner"],
  "read_point_of_sale()": ["manager", "owner"],
  "set_order_window(:order, null)": ["ama", "packer", "manager", "owner"],
  "cancel_order(:order)": ["ama", "packer", "manager", "owner"],
  "move_order(:order, 'preparing')": ["packer", "manager", "owner"],
  "request_refund(:order, 100)": ["packer", "manager", "owner"],
  "set_delivery_fee(:order, 5)": ["manager", "owner"],
  "refund_delivery_fee(:order)": ["packer", "manager", "owner"],
  "retry_refund((select id from refunds where order_id = :order limit 1))": ["manager", "owner"],
  "refund_unmatched_payment('pi_of_nobody')": ["manager", "owner"],
  "give_refund_in_cash((select id from refunds where order_id = :order limit 1))": ["manager", "owner"],
  "substitute_line((select id from order_items where order_id = :order), 'left_out', 1)": [
    "packer",
    "manager",
    "owner",
  ],
  "weigh_line((select id from order_items where order_id = :order), 1)": ["packer", "manager", "owner"],
  "undo_substitution((select id from substitutions where order_id = :order))": ["packer", "manager", "owner"],
  "list_replacements((select id from order_items where order_id = :order), 1)": ["packer", "manager", "owner"],
};

test("each role has the table and function permissions of the matrix", async () => {
  const orderId = await fillTables(people.ama as Person, people.owner as Person);
  const { rows } = await shop.database.admin.run(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    [],
  );
  const held: Record<string, string> = {};
  for (const { relname } of rows as { relname: string }[]) {
    const each: string[] = [];
    for (const actor of ACTORS) each.push((await rightsOf(people[actor], relname)) || "-");
    held[relname] = each.join(" ");
  }
  expect(held).toEqual(RIGHTS);

  for (const [call, callers] of Object.entries(CALLS)) {
    const statement = `select public.${call.replace(":order", `'${orderId}'`)}`;
    const allowed: Actor[] = [];
    for (const actor of ACTORS) if (await mayCall(people[actor], statement)) allowed.push(actor);
    expect([call, allowed]).toEqual([call, callers]);
  }

  // Drivers also have a customer's permissions.
  const driver = await shop.signUpStaff("Dele Driver", "driver");
  const more: Record<string, string> = {};
  for (const { relname } of rows as { relname: string }[]) {
    const rights = await rightsOf(driver, relname);
    if (rights !== (await rightsOf(people.kofi, relname))) more[relname] = rights;
  }
  expect(more).toEqual({ staff: "r" });
  for (const call of Object.keys(CALLS)) {
    const statement = `select public.${call.replace(":order", `'${orderId}'`)}`;
    expect([call, await mayCall(driver, statement)]).toEqual([call, await mayCall(people.kofi, statement)]);
  }
});

/** Returns the permissions as a part of "riud". Rolls every attempt back. */
async function rightsOf(person: Person | null, table: string): Promise<string> {
  const allowed = await Promise.all(
    (["read", "insert", "update", "delete"] as const satisfies Deed[]).map(async (what) =>
      (await may(person, table, what)) ? what[0] : "",
    ),
  );
  return allowed.join("");
}

type Deed = "read" | "insert" | "update" | "delete";

async function may(person: Person | null, table: string, what: Deed): Promise<boolean> {
  return asPerson(person, async (sql, role, become) => {
    const columns = await columnsOf(sql, table, role, what);
    const { rows } = await sql.run(`select to_jsonb(t) as row from public.${table} as t limit 1`, []);
    const list = columns.join(", ");
    const statement = {
      read: `select 1 from public.${table}`,
      insert: `insert into public.${table} (${list}) select ${list} from jsonb_populate_record(null::public.${table}, $1)`,
      update: `update public.${table} set ${columns[0]} = ${columns[0]}`,
      delete: `delete from public.${table}`,
    }[what];
    if (columns.length === 0 && (what === "insert" || what === "update")) return false;
    await become();
    const given = what === "insert" ? [JSON.stringify(rows[0]?.["row"])] : [];
    return (await sql.run(statement, given)).rowCount > 0;
  });
}

function mayCall(person: Person | null, statement: string): Promise<boolean> {
  return asPerson(person, async (sql, _, become) => {
    await become();
    await sql.run(statement, []);
    return true;
  });
}

/** Permission denied, order not found for this person, or above their limit. */
const REJECTIONS = ["42501", "PT404", "PT403"];

/**
 * Runs `deed` as the person and rolls it back.
 * @returns whether it succeeded, or failed for a reason other than permissions, such as a duplicate key or a paid order
 */
async function asPerson(
  person: Person | null,
  deed: (sql: Sql, role: string, become: () => Promise<unknown>) => Promise<boolean>,
): Promise<boolean> {
  const role = person ? "authenticated" : "anon";
  const claims = person ? JSON.stringify(decodeJwt(person.accessToken)) : JSON.stringify({ role });
  let isAllowed = false;
  const undone = new Error("undone");
  await shop.database.admin
    .begin(async (sql) => {
      const become = () =>
        sql`select set_config('request.jwt.claims', ${claims}, true), set_config('role', ${role}, true)`;
      try {
        isAllowed = await deed(sql, role, become);
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === undefined) throw error;
        // set_tax_exemption reports a missing account only to callers with permission.
        isAllowed = !REJECTIONS.includes(code) || /no account/i.test((error as Error).message);
      }
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return isAllowed;
}

type Sql = Parameters<Parameters<TestShop["database"]["admin"]["begin"]>[0]>[0];

async function columnsOf(sql: Sql, table: string, role: string, what: string): Promise<string[]> {
  if (what === "read" || what === "delete") return [];
  const { rows } = await sql.run(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'
       and has_column_privilege($2, attrelid, attnum, $3) order by attnum`,
    [`public.${table}`, role, what],
  );
  return rows.map((row) => String(row["name"]));
}

/**
 * Adds a row of Ama's or the store's to each table.
 * @returns the id of Ama's paid order
 */
async function fillTables(ama: Person, owner: Person): Promise<string> {
  const oil = await aProduct(shop);
  const { admin } = shop.database;
  const paid = await aPaidOrder(shop, ama, oil, 2);
  const { data: group_id } = await owner.client
    .rpc("save_choice_group", {
      group_id: null,
      name: "Cut",
      is_multiple: false,
      is_required: false,
      choices: [{ label: "whole" }],
    })
    .throwOnError();
  await owner.client.rpc("set_product_choice_groups", { product_id: oil.id, group_ids: [group_id] }).throwOnError();
  await owner.client
    .rpc("save_inventory_item", { product_id: oil.id, size_id: null, item: { barcode: "4011", vendor: "Sahel" } })
    .throwOnError();
  await owner.client.rpc("request_refund", { order_id: paid.id, amount_cents: 100 }).throwOnError();
  await admin`insert into delivery_runs (driver_id) values (${owner.id})`;
  const billing = {
    name: "Ama",
    email: "ama@test.example",
    phone: "2815550123",
    line1: "1 Palm Street",
    city: "Houston",
    state: "TX",
    postal_code: "77073",
    country: "US",
  };
  const pending = await anOrder(ama, oil);
  await ama.client
    .from("billing_details")
    .insert({ order_id: pending.id, ...billing })
    .throwOnError();
  await admin`update billing_details set order_id = ${paid.id}`;
  await admin.script(`
    update store_settings set has_order_texts = true;
    select record_text_channels('{sms}');
    insert into text_consents (order_id, phone, channel, wording_version, wording, given_how)
    values ('${paid.id}', '+12815550123', 'sms', 1, 'I agree', 'checkout');
    insert into outgoing_texts (event_key, kind, order_id, consent_id, status)
    select 'order_paid', 'received', order_id, id, 'dead' from text_consents;
  `);
  await admin`insert into back_in_stock_requests (user_id, product_id) values (${ama.id}, ${oil.id})`;
  await ama.client.from("saved_billing").insert(billing).throwOnError();
  await ama.client.from("saved_preferences").insert({ substitution_preference: "replace" }).throwOnError();
  await ama.client
    .from("saved_carts")
    .insert({ id: crypto.randomUUID(), items: [{ id: oil.id, quantity: 1 }] })
    .throwOnError();
  await ama.client
    .from("saved_addresses")
    .insert({ street: "1 Palm Street", city: "Houston", postal_code: "77073", phone: "2815550123" })
    .throwOnError();
  await ama.client
    .from("push_subscriptions")
    .insert({ endpoint: "https://fcm.googleapis.com/a", p256dh: "p".repeat(87), auth_secret: "a".repeat(22) })
    .throwOnError();
  await admin.script(`
    insert into product_stock (product_id, stock_count) select id, 3 from products limit 1;
    insert into product_sizes (product_id, label) select id, 'M' from products limit 1;
    insert into size_stock (size_id, stock_count) select id, 3 from product_sizes;
    insert into content_translations (subject, subject_id, field, language, text)
      select 'product', id, 'name', 'es', 'Aceite' from products limit 1;
    insert into product_pictures (product_id, position, address) select id, 3, '/yam.webp' from products limit 1;
    insert into substitutions (order_id, order_item_id, kind, quantity, mark_sold_out, settled_at)
      select order_items.order_id, order_items.id, 'left_out', 1, false, now()
      from order_items join orders on orders.id = order_items.order_id where orders.status = 'paid';
    insert into substitution_questions (substitution_id, order_id)
      select id, order_id from substitutions;
    insert into suppliers (name) values ('Sahel Foods');
    insert into supplier_deliveries (supplier_id, request_key) select id, gen_random_uuid() from suppliers;
    insert into supplier_delivery_lines (delivery_id, product_id, quantity, best_before)
      select supplier_deliveries.id, products.id, 5, '2026-01-31' from supplier_deliveries, products limit 1;
    insert into stock_counts (request_key) values (gen_random_uuid());
    insert into stock_count_lines (count_id, product_id, counted, expected)
      select stock_counts.id, products.id, 3, 4 from stock_counts, products limit 1;
    insert into stock_movements (product_id, kind, quantity, stock_change, staff_name)
      select id, 'waste', -1, 0, 'Mina Manager' from products limit 1;
    insert into offers (category, percent, starts_at, ends_at)
      values ('meat', 10, now() + interval '1 day', now() + interval '2 days');
    insert into quantity_prices (product_id, pieces, price, starts_at, ends_at)
      select id, 2, 5, '2099-01-01', '2099-01-02' from products limit 1;
    insert into imports (file_name) values ('products.csv');
    insert into import_rows (import_id, place, row_number, cells) select id, 1, 2, '{}' from imports;
    insert into delivery_fees (order_id, amount, tax_rate, tax_amount, paid_at)
      select id, 7.50, 0, 0, now() from orders where status = 'paid';
    insert into customer_notes (customer_id, text, author_id)
      select profiles.id, 'Calls on Fridays.', staff.user_id from profiles, staff
      where profiles.name = 'Ama Mensah' and staff.role = 'manager';
    insert into order_views (user_id, name, search) select id, 'Unpaid', 'payment=unpaid' from profiles where role = 'admin';
    insert into blog_post (name) values ('Jollof');
    insert into article_products (article_id, product_id, position, packs) select blog_post.id, products.id, 1, 1 from blog_post, products limit 1;
    insert into daily_report_readers (user_id) select user_id from staff where role = 'manager';
    insert into staff_invitations (email, role) values ('kwame@test.example', 'manager');
    insert into search_synonyms (words) values ('{gari,garri}');
    insert into zero_result_searches (month, words) values ('2026-11-01', 'fufu');
    insert into tax_rates (class_id, valid_from, percent) select id, '2026-01-01', 0 from tax_classes limit 1;
    insert into tax_exceptions (product_id, class_id) select products.id, tax_classes.id from products, tax_classes limit 1;
    insert into delivery_zones (name, max_miles) values ('Near', 5);
    insert into window_rules (delivery_type, weekday, length_minutes, capacity) values ('pickup', 1, 60, 5);
    insert into shop_alerts (kind, message) values ('mail_dead', 'A mail is dead.');
    insert into payments (payment_intent_id, amount_cents, currency, purpose) values ('pi_of_nobody', 500, 'usd', 'unknown_order');
    insert into discount_codes (code, percent) values ('YAM10', 10);
    insert into tax_exemptions (user_id, certificate) select id, 'X' from profiles where name = 'Ama Mensah';
  `);
  return paid.id;
}
