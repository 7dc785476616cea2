import { decodeJwt } from "jose";
import { expect, test } from "vitest";
import { categories } from "#app/features/catalog/categories.ts";
import { FORM_COLUMNS } from "#app/features/catalog/product-fields.ts";
import { aPaidOrder } from "./paying.ts";
import { call, insert } from "./requests.ts";
import { aChoiceGroup, anOrder, aProduct, BILLING, openTestShop, type Person, type TestShop } from "./running-shop.ts";

const ACTORS = ["guest", "kofi", "ama", "packer", "manager", "owner"] as const;
type Actor = (typeof ACTORS)[number];

/**
 * Who may do what: grants of the API roles, and permissions of six actors on every table and function, tested in the
 * database. Ama owns the customer rows; Kofi is signed in and owns none. A new table, view, or function fails until it
 * is listed here.
 */
const shop = await openTestShop();
const [ama, kofi, manager, owner] = await shop.signUpAll("customer", "customer", "manager", "owner");
const packer = await shop.signUpStaff("Paul Packer", "packer", 100);
const people: Record<Actor, Person | null> = { guest: null, kofi, ama, packer, manager, owner };

const PRODUCT_COLUMNS = [...FORM_COLUMNS, "category"].sort().join(",");
const PRODUCT_UPDATES = [...FORM_COLUMNS, "archived_at", "category"].sort().join(",");
const BILLING_COLUMNS = "city,country,email,line1,name,order_id,phone,postal_code,state";
const ADDRESS_COLUMNS = "city,instructions,phone,postal_code,street,unit";
const DISCOUNT_COLUMNS = "amount,categories,code,max_uses,min_subtotal,once_per_person,percent,valid_from,valid_until";
const OFFER_COLUMNS = "category,ends_at,percent,price,product_id,starts_at";
const QUANTITY_PRICE_COLUMNS = "ends_at,pieces,price,product_id,size_id,starts_at";
const PAYER_COLUMNS = "city,country,email,line1,name,phone,postal_code,state";

/**
 * Tables with the permissions of each of ACTORS (r(ead), i(nsert), u(pdate), d(elete)) and the grants of authenticated
 * and anon; `update(name)` is a column grant. Ordered products are archived instead of deleted.
 */
const TABLES: Record<string, [rights: string, authenticated: string, anon?: string]> = {
  acknowledged_orders: ["- - - r r r", "select"],
  article_products: ["r r r r riud riud", "delete insert select update", "select"],
  audit_log: ["- - - - - r", "select"],
  back_in_stock_requests: ["- - rd - - -", "delete select(created_at,expires_at,id,product_id,size_id)"],
  billing_details: ["- - r r r r", `insert(${BILLING_COLUMNS}) select update(${BILLING_COLUMNS})`],
  blog_post: ["r r r r riud riud", "delete insert select update", "select"],
  categories: ["r r r r r r", "select", "select"],
  category_snap_rules: ["- - - - r riu", "insert select update(rule)"],
  category_tax_classes: ["- - - - - ru", "select update(class_id)"],
  choice_groups: ["- - - - r r", "select"],
  choices: ["- - - - r r", "select"],
  content_translations: ["r r r r r r", "select", "select"],
  content_version: ["r r r r r r", "select", "select"],
  customer_notes: ["- - - - riud riud", "delete insert(customer_id,kind,text) select update(text)"],
  daily_report_readers: ["- - - - r -", "select"],
  delivery_fees: ["- - r r r r", "select"],
  delivery_runs: ["- - - - r r", "select"],
  delivery_zones: ["- - - - - riud", "delete insert select update"],
  drawer_entries: ["- - - - r r", "select"],
  drawer_sessions: ["- - - - r r", "select"],
  discount_codes: ["- - - - - riud", `delete insert(${DISCOUNT_COLUMNS}) select update(${DISCOUNT_COLUMNS})`],
  import_rows: ["- - - - r r", "select"],
  imports: ["- - - - r r", "select"],
  inventory_items: ["- - - r r r", "select"],
  offers: ["- - - - riud riud", `delete insert(${OFFER_COLUMNS}) select update(${OFFER_COLUMNS})`],
  order_items: [
    "- - ri r r r",
    "insert(choice_ids,image_url,note,order_id,product_id,product_name,quantity,size_id,substitution_preference,unit_price) select",
  ],
  order_status_changes: ["- - r r r r", "select"],
  order_status_moves: ["- r r r r r", "select"],
  order_statuses: ["- r r r r r", "select"],
  order_views: ["- - - - i rid", "delete insert(name,search) select"],
  orders: [
    "- i ri ri ri ri",
    "insert(delivery_address,delivery_city,delivery_cost,delivery_phone_number,delivery_street,delivery_type,delivery_unit,delivery_zip,driver_note,note,request_key,status,substitution_preference,total,user_id,window_starts_at) select",
  ],
  outgoing_mails: ["- - - - r r", "select"],
  outgoing_texts: ["- - - - r r", "select"],
  pay_in_store_orders: ["- - r r r r", "select"],
  pay_in_store_settings: [
    "- - - - r ru",
    "select update(grace_minutes,is_on,max_no_shows,max_total,needs_completed_order)",
  ],
  payment_events: ["- - - - - r", "select"],
  payments: ["- - r - r r", "select"],
  picked_lines: ["- - - r r r", "select"],
  product_choice_groups: ["- - - - r r", "select"],
  product_pictures: [
    "r r r r riud riud",
    "delete insert(address,alt,position,product_id) select update(address,alt,position)",
    "select",
  ],
  product_sizes: [
    "r r r r riud riud",
    "delete insert(amount,availability,discount_price,label,position,price,product_id,unit) select update(amount,availability,discount_price,label,position,price,unit)",
    "select",
  ],
  product_stock: ["- - - - riud riud", "delete insert select update"],
  products: ["r r r r riu riu", `delete insert(${PRODUCT_COLUMNS}) select update(${PRODUCT_UPDATES})`, "select"],
  profiles: ["- ru ru ru ru ru", "select update(name)"],
  push_subscriptions: ["- i rid i i i", "delete insert(auth_secret,endpoint,p256dh) select"],
  quantity_prices: [
    "- - - - riud riud",
    `delete insert(${QUANTITY_PRICE_COLUMNS}) select update(${QUANTITY_PRICE_COLUMNS})`,
  ],
  refunds: ["- - r r r r", "select"],
  run_stops: ["- - - - - -", ""],
  saved_addresses: ["- i riud i i i", `delete insert(${ADDRESS_COLUMNS}) select update(${ADDRESS_COLUMNS})`],
  saved_billing: ["- i riud i i i", `delete insert(${PAYER_COLUMNS}) select update(${PAYER_COLUMNS})`],
  saved_carts: ["- i riud i i i", "delete insert(id,items) select update(id,items)"],
  saved_preferences: [
    "- i riud i i i",
    "delete insert(substitution_preference) select update(substitution_preference)",
  ],
  search_synonyms: ["- - - - riud riud", "delete insert(words) select update(words)"],
  shop_alerts: ["- - - - r r", "select"],
  size_stock: ["- - - - riud riud", "delete insert select update"],
  staff: ["- - - r r rud", "delete select update(refund_limit,role)"],
  staff_invitations: ["- - - - - rd", "delete select"],
  stock_count_lines: ["- - - - r r", "select"],
  stock_counts: ["- - - - r r", "select"],
  stock_movements: ["- - - - r r", "select"],
  store_settings: ["r r r r ru ru", "select update", "select"],
  substitution_questions: ["- - r r r r", "select"],
  substitutions: ["- - r r r r", "select"],
  supplier_deliveries: ["- - - - r r", "select"],
  supplier_delivery_lines: ["- - - - r r", "select"],
  suppliers: [
    "- - - - riu riu",
    "insert(contact_email,contact_name,name,note,phone) select update(archived_at,contact_email,contact_name,name,note,phone)",
  ],
  tax_classes: ["- - - - - riud", "delete insert(title) select update(title)"],
  tax_exceptions: ["- - - - - riud", "delete insert select update"],
  tax_exemptions: ["- - r - - rd", "delete select"],
  tax_rates: ["- - - - - riud", "delete insert select update"],
  text_consents: ["- - r - r r", "select"],
  window_rules: ["- - - - riud riud", "delete insert select update"],
  zero_result_searches: ["- - - - rd rd", "delete select"],
};

/** Functions by the roles that may execute them; those with a call in CALLS, authenticated, may be left out. */
const FUNCTIONS: Record<string, string> = {
  authenticated: `
    accept_invitation become_owner check_fulfillment check_stock 
    count_stops_before drop_discount_code end_session enter_discount_code find_card_customer find_delivery_photo
    find_products is_admin list_buy_again list_own_back_in_stock_requests
    list_run_stops list_sessions own_order_status place_order place_payable_order private.can_add_delivery_photo
    private.cart_lines private.check_cart private.check_order_lines private.current_cart
    private.fill_order private.is_hold_possible private.is_list private.is_session_active private.item_image
    private.max_order_id private.min_order_id private.missing_items private.order_of_key private.order_of_photo
    private.own_order_ids private.packing_orders private.photo_of_order private.require_unchanged
    private.shown_order_ids private.stock_left private.translated_product_name private.translated_size 
    read_payable_order request_back_in_stock save_address
    save_changes staff_role translate_order_lines
    withdraw_order
  `,
  anon: "quote_guest_cart",
  "anon authenticated": `
    check_delivery list_windows private.is_translation_public quote_cart record_zero_result_search
  `,
  service_role: `
    answer_linked_substitution apply_payment_event attach_fee_intent attach_payment_intent cancel_abandoned_order
    cancel_linked_order claim_back_in_stock_messages claim_captures claim_daily_report_mails claim_invitations
    claim_mails claim_push_messages claim_refunds claim_texts clear_discarded_delivery_photos close_fee_intent
    close_intent count_bought_together count_payment_attempt count_sales desk_changes finalize_back_in_stock_message
    finalize_capture finalize_daily_report_mail finalize_invitation finalize_mail finalize_mails finalize_push_message
    finalize_refund finalize_text forget_card_customer is_last_admin is_payment_held linked_order list_abandoned_orders list_deleted_card_customers
    list_discarded_delivery_photos list_linked_substitution_questions list_orders_to_reconcile
    list_unclosed_fee_intents list_unclosed_intents list_unread_refunds open_linked_payment
    private.content_languages private.translation_limit publish_due_articles raise_alert read_linked_order_texts read_store_metrics
    reconciled_until record_reconciled record_refunds_read record_text_channels record_text_keyword report_text
    refresh_due_offers resend_order_link save_card_customer set_linked_order_texts stop_linked_order_texts withdraw_back_in_stock_requests
  `,
  "anon authenticated service_role": `
    filter_products find_offer_end is_store_open list_delivery_areas list_feed_facts list_public_codes
    list_related_products
    private.can_manage private.can_pack private.is_admin private.picture_name private.fill_text private.raise_error private.reject_if private.staff_role
    read_translations
    search_articles search_hints search_products
  `,
  "authenticated service_role": `
    daily_report private.guest_key private.is_canceled private.is_changeable private.is_ended private.is_in_store
    private.is_open private.is_packable private.is_packed private.is_paid private.is_window_capacities
    private.payment_state private.request_language
  `,
};

/** Calls by the actors who succeed; `:order` in the SQL is Ama's paid order. */
const CALLS: Record<string, string[]> = {
  "manager owner": [
    "list_waiting_deliveries()",
    "list_drivers()",
    "create_run((select id from profiles limit 1), '{}')",
    "delete_run(1)",
    "assign_run(1, null)",
    "sort_run(1, '{}')",
    "set_product_sizes((select id from products limit 1), '[]')",
    "set_product_pictures((select id from products limit 1), '[]')",
    "save_choice_group(null, 'Cut', false, true, '[]')",
    "delete_choice_group((select id from choice_groups limit 1))",
    "set_product_choice_groups((select id from products limit 1), '{}')",
    "set_recipe((select id from blog_post limit 1), '[]')",
    "resolve_alert((select id from shop_alerts limit 1))",
    "retry_mail((select id from outgoing_mails limit 1))",
    "save_inventory_item((select id from products limit 1), null, '{}')",
    "read_stock_items('[]')",
    "find_stock_items('yam')",
    "receive_delivery(null, '', '', '[]', gen_random_uuid())",
    "undo_delivery((select id from supplier_deliveries limit 1))",
    "accept_stock_count('[]', '', gen_random_uuid())",
    "adjust_stock((select min(id) from products), null, 'sale', -1, '', gen_random_uuid())",
    "undo_stock_movement((select id from stock_movements limit 1))",
    "list_batches()",
    "list_purchases()",
    "report_stock('2026-01-01', '2026-01-02')",
    "take_off_sale((select id from supplier_delivery_lines limit 1), gen_random_uuid())",
    "close_batch((select id from supplier_delivery_lines limit 1))",
    "duplicate_product((select id from products limit 1))",
    "log_export('Products')",
    "begin_import('a.csv')",
    "stage_import_rows((select id from imports limit 1), '[]')",
    "validate_import((select id from imports limit 1))",
    "apply_import((select id from imports limit 1))",
    "undo_import((select id from imports limit 1))",
    "list_lost_windows()",
    "save_window_rules('delivery', '[]', '[]')",
    "message_lost_windows()",
    "daily_report('2026-01-01', '2026-01-02')",
    "report_sales('2026-01-01', '2026-01-02')",
    "read_today()",
    "export_accounting('orders', '2026-01-01', '2026-01-02')",
    "list_customers()",
    "list_customer_tags()",
    "list_customer_orders((select user_id from orders where id = :order))",
    "read_customer((select user_id from orders where id = :order))",
    "set_customer_tags((select user_id from orders where id = :order), '{VIP}')",
    "list_back_in_stock_requests()",
    "retry_text((select id from outgoing_texts limit 1))",
    "search_orders('{}')",
    "count_orders('{}')",
    "order_aisles(array(select prefix from categories))",
    "list_low_stock()",
    "email_daily_report(true)",
    "list_slow_products()",
    "set_translation('product', (select id::text from products limit 1), 'name', 'es', 'Aceite')",
    "translation_list('es', 'product')",
    "translation_counts()",
    "quote_point_of_sale_order('[]')",
    "create_point_of_sale_order('[]', 'pickup', '{}', 1, gen_random_uuid())",
    "read_point_of_sale()",
    "quote_sale('[]')",
    "record_sale('[]', '[]', 1, gen_random_uuid())",
    "return_sale(:order, gen_random_uuid())",
    "send_sale_receipt(:order, '')",
    "list_best_sellers()",
    "open_drawer(0, gen_random_uuid())",
    "move_cash((select id from drawer_sessions limit 1), 1, 'x', gen_random_uuid())",
    "close_drawer((select id from drawer_sessions limit 1), 0)",
    "set_delivery_fee(:order, 5)",
    "retry_refund((select id from refunds where order_id = :order limit 1))",
    "refund_unmatched_payment('pi_of_nobody')",
    "give_refund_in_cash((select id from refunds where order_id = :order limit 1))",
    "record_store_payment(:order, 'store_cash', gen_random_uuid())",
    "record_store_tenders(:order, '[]', gen_random_uuid())",
    "refund_in_store((select id from refunds where order_id = :order limit 1))",
    "send_pay_link(:order, 'pigeon', gen_random_uuid())",
    "list_product_rows()",
    "save_product_cells('[]')",
    "create_bulk_change('[]', '{}')",
    "start_run((select id from delivery_runs limit 1))",
    "finish_stop((select id from delivery_runs limit 1), :order, 'delivered')",
  ],
  "packer manager owner": [
    "list_items_by_code('4011')",
    "list_snap_amounts(array[:order]::uuid[])",
    "move_order(:order, 'preparing')",
    "request_refund(:order, 100)",
    "refund_delivery_fee(:order)",
    "substitute_line((select id from order_items where order_id = :order), 'left_out', 1)",
    "weigh_line((select id from order_items where order_id = :order), 1)",
    "undo_substitution((select id from substitutions where order_id = :order))",
    "list_replacements((select id from order_items where order_id = :order), 1)",
    "read_desk()",
    "list_desk('to_pack', null, null)",
    "find_on_desk('yam')",
    "read_pick_lists(array[:order]::uuid[])",
    "acknowledge_orders(array[:order]::uuid[])",
    "move_orders('[]')",
    "undo_order_moves(array[:order]::uuid[])",
    "pick_line((select id from order_items where order_id = :order), true)",
  ],
  owner: [
    "open_store()",
    "record_payments_tried('sandbox')",
    "payments_tried()",
    "confirm_hours()",
    "are_hours_confirmed()",
    "list_staff()",
    "remove_staff((select user_id from staff order by user_id limit 1))",
    "invite_staff('a@test.example', 'manager')",
    "set_tax_exemption('nobody', 'X')",
    "list_tax_exemptions()",
    "report_sales_tax(2026)",
    "export_customer((select user_id from orders where id = :order))",
    "preview_customer_merge(ama, ama) from (select (select user_id from orders where id = :order) as ama) as it",
    "merge_customers(ama, ama) from (select (select user_id from orders where id = :order) as ama) as it",
    "begin_customer_deletion((select user_id from orders where id = :order))",
  ],
  ama: [
    "set_order_texts(:order, 'sms', 1)",
    "stop_order_texts(:order)",
    "read_order_texts(:order)",
    "check_pay_in_store(:order)",
    "choose_pay_in_store(:order)",
    "set_substitution_preferences(:order, 'contact', null)",
  ],
  "ama packer manager owner": ["set_order_window(:order, null)", "cancel_order(:order)"],
};

test("the API roles have exactly the table and view grants that the matrix lists", async () => {
  const rows = await shop.database.admin<{ relation: string; role: string; right: string }[]>`
    with rights as (
      select c.relname, acl.grantee, lower(acl.privilege_type) as privilege, null::text as column_name
      from pg_class c cross join aclexplode(c.relacl) acl
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f')
      union all
      select c.relname, acl.grantee, lower(acl.privilege_type), a.attname
      from pg_class c join pg_attribute a on a.attrelid = c.oid cross join aclexplode(a.attacl) acl
      where c.relnamespace = 'public'::regnamespace
    )
    select relname as relation, coalesce(r.rolname, 'public') as role,
      privilege || coalesce('(' || string_agg(column_name, ',' order by column_name) || ')', '') as "right"
    from rights left join pg_roles r on r.oid = rights.grantee
    where coalesce(r.rolname, 'public') in ('anon', 'authenticated', 'public')
    group by relname, r.rolname, privilege
    order by relname, role, privilege`;
  const listed = [
    ...Object.entries(TABLES),
    ...categories.map(({ table }) => [table, ["", "delete insert select update", "select"]] as const),
  ].flatMap(([table, [, authenticated, anon]]) => [
    [`${table} for authenticated`, authenticated],
    [`${table} for anon`, anon],
  ]);
  const held = Object.groupBy(rows, ({ relation, role }) => `${relation} for ${role}`);
  expect(mapValues(held, (each) => each.map(({ right }) => right).join(" "))).toEqual(
    Object.fromEntries(listed.filter(([, rights]) => rights)),
  );
});

test("not even the server writes the ledger, messages, and records except through functions", async () => {
  const rows = await shop.database.admin<{ relname: string }[]>`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      and not has_table_privilege('service_role', oid, 'insert, update, delete, truncate') order by 1`;
  expect(rows.map(({ relname }) => relname)).toEqual(
    `acknowledged_orders audit_log delivery_fees outgoing_mails outgoing_texts payments picked_lines refunds shop_alerts
      staff staff_invitations stock_count_lines stock_counts stock_movements substitutions supplier_deliveries
      supplier_delivery_lines text_consents`.split(/\s+/),
  );
});

test("every table has row-level security, and every view is security invoker", async () => {
  const bare = await shop.database.admin`
    select relname from pg_class
    where relnamespace in ('public'::regnamespace, 'private'::regnamespace)
      and ((relkind in ('r', 'p') and not relrowsecurity)
        or (relkind = 'v' and relnamespace = 'public'::regnamespace and not coalesce(reloptions @> array['security_invoker=on'], false)))`;
  expect([...bare]).toEqual([]);
});

test("every policy names its roles", async () => {
  const forEverybody = await shop.database.admin`
    select tablename, policyname from pg_policies
    where schemaname in ('public', 'storage') and roles = '{public}'`;
  expect([...forEverybody]).toEqual([]);
});

test("the store's functions are granted exactly to the roles that the matrix lists", async () => {
  const rows = await shop.database.admin<{ name: string; role: string }[]>`
    select n.nspname || '.' || p.proname as name, coalesce(r.rolname, 'public') as role
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
    left join pg_roles r on r.oid = acl.grantee
    where n.nspname in ('public', 'private') and acl.grantee <> p.proowner
    order by 1, 2`;
  const called = Object.values(CALLS).flatMap((calls) => calls.map((call) => [call.split("(", 1)[0], "authenticated"]));
  const listed = Object.entries(FUNCTIONS).flatMap(([roles, names]) =>
    [...names.matchAll(/\S+/g)].map(([name]) => [name, roles] as const),
  );
  const held = Object.groupBy(rows, ({ name }) => name.replace("public.", ""));
  const granted = mapValues(held, (each) => each.map(({ role }) => role).join(" "));
  expect(granted, "list a function in CALLS or FUNCTIONS").toEqual(Object.fromEntries([...called, ...listed]));
});

function mapValues<Value, Result>(object: Partial<Record<string, Value>>, change: (value: Value) => Result) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value as Value)]));
}

test("a new function of the store is closed to everyone until it grants its callers", async () => {
  await shop.database.admin.begin(async (sql) => {
    await sql`select set_config('role', 'shop_owner', true)`;
    for (const schema of ["public", "private"]) {
      const name = `${schema}.a_new_function()`;
      await sql.script(`create function ${name} returns integer language sql as 'select 1'`);
      const callers = await sql<{ rolname: string }[]>`
        select rolname from pg_roles
        where rolname in ('anon', 'authenticated', 'service_role', 'authenticator')
          and has_function_privilege(rolname, ${name}, 'execute')`;
      expect([schema, [...callers]]).toEqual([schema, []]);
      await sql.script(`drop function ${name}`);
    }
  });
});

test("a new table of the store is closed to guests and customers until it grants its callers", async () => {
  await shop.database.admin.begin(async (sql) => {
    await sql`select set_config('role', 'shop_owner', true)`;
    await sql.script("create table public.a_new_table (); create view public.a_new_view as select 1 as one");
    const readers = await sql<{ rolname: string }[]>`
      select rolname, relation from pg_roles, unnest(array['public.a_new_table', 'public.a_new_view']) as relation
      where rolname in ('anon', 'authenticated', 'authenticator')
        and has_table_privilege(rolname, relation, 'select, insert, update, delete, truncate, references, trigger')`;
    expect([...readers]).toEqual([]);
    await sql.script("drop view public.a_new_view; drop table public.a_new_table");
  });
});

test("every security definer function fixes its search path", async () => {
  const loose = await shop.database.admin`
    select p.proname from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and p.prosecdef and not coalesce(p.proconfig @> array['search_path=""'], false)`;
  expect([...loose]).toEqual([]);
});

test("no object of the store is owned by a superuser", async () => {
  const owned = await shop.database.admin`
    select c.relname from pg_class c join pg_roles r on r.oid = c.relowner
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and r.rolsuper
    union all
    select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and r.rolsuper`;
  expect([...owned]).toEqual([]);
});

test("the data service's role is no superuser and does not bypass row-level security", async () => {
  const [role] = await shop.database.requests.shop<{ rolsuper: string; rolbypassrls: string }[]>`
    select rolsuper::text, rolbypassrls::text from pg_roles where rolname = current_user`;
  expect(role).toEqual({ rolsuper: "false", rolbypassrls: "false" });
  await expect(shop.database.requests.shop`select * from public.products`).rejects.toThrow("permission denied");
});

test("each actor has the permissions of the matrix on every table, and drivers those of a customer", async () => {
  const orderId = await fillTables(ama, owner);
  const { rows } = await shop.database.admin.run(
    "select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
    [],
  );
  const driver = await shop.signUpStaff("Dele Driver", "driver");
  const ended = await Promise.all([ama, owner].map(endedSessionOf));
  const held: Record<string, string> = {};
  const ofDriver: Record<string, string> = {};
  const ofEnded: Record<string, string> = {};
  const afterEnd: string[] = [];
  for (const { relname } of rows as { relname: string }[]) {
    const each: string[] = [];
    for (const actor of ACTORS) each.push((await rightsOf(people[actor], relname)) || "-");
    held[relname] = each.join(" ");
    const rights = await rightsOf(driver, relname);
    if ((rights || "-") !== each[ACTORS.indexOf("kofi")]) ofDriver[relname] = rights;
    for (const person of ended) {
      const left = (await rightsOf(person, relname)) || "-";
      if (left !== each[0]) ofEnded[relname] = left;
    }
  }
  expect(held).toEqual(Object.fromEntries(Object.entries(TABLES).map(([table, [rights]]) => [table, rights])));
  expect(ofDriver).toEqual({ staff: "r" });
  // The lines of a paid order are fixed, which a trigger checks before the policy.
  expect(ofEnded).toEqual({ order_items: "i", order_status_moves: "r", order_statuses: "r" });

  for (const [actors, calls] of Object.entries(CALLS)) {
    for (const call of calls) {
      const statement = `select public.${call.replace(":order", `'${orderId}'`)}`;
      const allowed: Actor[] = [];
      for (const actor of ACTORS) if (await mayCall(people[actor], statement)) allowed.push(actor);
      expect([call, allowed.join(" ")]).toEqual([call, actors]);
      expect([call, await mayCall(driver, statement)]).toEqual([call, allowed.includes("kofi")]);
      for (const person of ended) if (await mayCall(person, statement)) afterEnd.push(call);
    }
  }
  expect(afterEnd).toEqual([]);
});

/** Opens another session of the person and ends it; its token stays valid for an hour. */
async function endedSessionOf(person: Person): Promise<Person> {
  const client = shop.newClient();
  const { data } = await client.auth.signInWithPassword({ email: person.email, password: "long enough" });
  await client.auth.signOut({ scope: "local" });
  return { ...person, client, accessToken: data.session?.access_token ?? "" };
}

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
    return (await sql.run(statement, what === "insert" ? [JSON.stringify(rows[0]?.["row"])] : [])).rowCount > 0;
  });
}

function mayCall(person: Person | null, statement: string): Promise<boolean> {
  return asPerson(person, async (sql, _, become) => {
    await become();
    await sql.run(statement, []);
    return true;
  });
}

/** Permission denied, order not found for this person, above their limit, or no active session. */
const REJECTIONS = ["42501", "PT404", "PT403", "PT401"];

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
        // set_tax_exemption and refund_in_store report what is missing only to callers with permission.
        isAllowed = !REJECTIONS.includes(code) || /no account|in-store refund/i.test((error as Error).message);
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
  const group_id = await aChoiceGroup(owner, "Cut", [{ label: "whole" }]);
  await owner.client.rpc("set_product_choice_groups", { product_id: oil.id, group_ids: [group_id] }).throwOnError();
  await call(owner, "save_inventory_item", {
    product_id: oil.id,
    size_id: null,
    item: { barcode: "4011", vendor: "Sahel" },
  });
  await owner.client.rpc("request_refund", { order_id: paid.id, amount_cents: 100 }).throwOnError();
  await admin`insert into delivery_runs (driver_id) values (${owner.id})`;
  await insert(ama, "billing_details", { order_id: (await anOrder(ama, oil)).id, ...BILLING });
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
  await insert(ama, "saved_billing", BILLING);
  await insert(ama, "saved_preferences", { substitution_preference: "replace" });
  await insert(ama, "saved_carts", { id: crypto.randomUUID(), items: [{ id: oil.id, quantity: 1 }] });
  await insert(ama, "saved_addresses", {
    street: "1 Palm Street",
    city: "Houston",
    postal_code: "77073",
    phone: "2815550123",
  });
  await insert(ama, "push_subscriptions", {
    endpoint: "https://fcm.googleapis.com/a",
    p256dh: "p".repeat(87),
    auth_secret: "a".repeat(22),
  });
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
    insert into drawer_sessions (id, drawer, float_cents, closed_at, counted_cents, expected_cents)
      values (gen_random_uuid(), 1, 0, now(), 0, 0);
    insert into pay_in_store_orders (order_id, pay_by, due_total) select id, now(), 1 from orders where status = 'paid';
    insert into picked_lines (order_item_id, order_id)
      select order_items.id, order_id from order_items join orders on orders.id = order_id where status = 'paid';
    insert into run_stops (run_id, order_id, position) select delivery_runs.id, orders.id, 1
      from delivery_runs, orders where status = 'paid';
    insert into acknowledged_orders (order_id) select id from orders where status = 'paid';
    insert into drawer_entries (session_id, kind, amount_cents) select id, 'in', 100 from drawer_sessions;
    insert into tax_exemptions (user_id, certificate) select id, 'X' from profiles where name = 'Ama Mensah';
  `);
  return paid.id;
}
