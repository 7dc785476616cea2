import type { Database } from "@calabash/data-service/database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categories } from "#app/features/catalogue/categories.ts";
import { openShopDatabase } from "./running-shop.ts";

/**
 * All grants of the two API roles in the exposed schema. A new table, view, or function fails this test until it is
 * listed here. `update(name)` is a column grant.
 */
const READ_BY_ALL = { anon: ["select"], authenticated: ["select"] };
const CATALOG_ROWS = { anon: ["select"], authenticated: ["delete", "insert", "select", "update"] };
const SIGNED_IN_READ = { anon: [], authenticated: ["select"] };
const PRODUCT_COLUMNS =
  "also_called,amount,availability,care,category,contains,description,description_header,discount_price,fibre," +
  "heat_level,img1,img1_alt,img2,img2_alt,ingredients,may_contain,name,origin,pounds_each,price,size,snap,storage," +
  "unit,weight_tolerance";
const BILLING_COLUMNS = "city,country,email,line1,name,order_id,phone,postal_code,state";

const ADDRESS_COLUMNS = "city,instructions,phone,postal_code,street,unit";
const DISCOUNT_COLUMNS = "amount,categories,code,max_uses,min_subtotal,once_per_person,percent,valid_from,valid_until";
const OFFER_COLUMNS = "category,ends_at,percent,price,product_id,starts_at";
const QUANTITY_PRICE_COLUMNS = "ends_at,pieces,price,product_id,size_id,starts_at";
const PAYER_COLUMNS = "city,country,email,line1,name,phone,postal_code,state";

const RELATIONS: Record<string, { anon: string[]; authenticated: string[] }> = {
  ...Object.fromEntries(categories.map(({ table }) => [table, CATALOG_ROWS])),
  products: {
    anon: ["select"],
    authenticated: [
      "delete",
      `insert(${PRODUCT_COLUMNS})`,
      "select",
      `update(${["archived_at", ...PRODUCT_COLUMNS.split(",")].sort().join(",")})`,
    ],
  },
  blog_post: CATALOG_ROWS,
  article_products: CATALOG_ROWS,
  store_settings: { anon: ["select"], authenticated: ["select", "update"] },
  content_version: READ_BY_ALL,
  content_translations: READ_BY_ALL,
  categories: { anon: ["select"], authenticated: ["select"] },
  category_snap_rules: { anon: [], authenticated: ["insert", "select", "update(rule)"] },
  profiles: { anon: [], authenticated: ["select", "update(name)"] },
  audit_log: SIGNED_IN_READ,
  imports: SIGNED_IN_READ,
  inventory_items: SIGNED_IN_READ,
  offers: {
    anon: [],
    authenticated: ["delete", `insert(${OFFER_COLUMNS})`, "select", `update(${OFFER_COLUMNS})`],
  },
  quantity_prices: {
    anon: [],
    authenticated: ["delete", `insert(${QUANTITY_PRICE_COLUMNS})`, "select", `update(${QUANTITY_PRICE_COLUMNS})`],
  },
  import_rows: SIGNED_IN_READ,
  daily_report_readers: SIGNED_IN_READ,
  staff_invitations: { anon: [], authenticated: ["delete", "select"] },
  staff: { anon: [], authenticated: ["delete", "select", "update(refund_limit,role)"] },
  order_statuses: SIGNED_IN_READ,
  order_status_moves: SIGNED_IN_READ,
  order_status_changes: SIGNED_IN_READ,
  order_views: { anon: [], authenticated: ["delete", "insert(name,search)", "select"] },
  orders: {
    anon: [],
    authenticated: [
      "insert(delivery_address,delivery_city,delivery_cost,delivery_phone_number,delivery_street,delivery_type,delivery_unit,delivery_zip,driver_note,note,request_key,status,substitution_preference,total,user_id,window_starts_at)",
      "select",
    ],
  },
  order_items: {
    anon: [],
    authenticated: [
      "insert(choice_ids,image_url,note,order_id,product_id,product_name,quantity,size_id,substitution_preference,unit_price)",
      "select",
    ],
  },
  tax_classes: { anon: [], authenticated: ["delete", "insert(title)", "select", "update(title)"] },
  tax_rates: { anon: [], authenticated: ["delete", "insert", "select", "update"] },
  category_tax_classes: { anon: [], authenticated: ["select", "update(class_id)"] },
  tax_exceptions: { anon: [], authenticated: ["delete", "insert", "select", "update"] },
  tax_exemptions: { anon: [], authenticated: ["delete", "select"] },
  billing_details: {
    anon: [],
    authenticated: [`insert(${BILLING_COLUMNS})`, "select", `update(${BILLING_COLUMNS})`],
  },
  saved_addresses: {
    anon: [],
    authenticated: ["delete", `insert(${ADDRESS_COLUMNS})`, "select", `update(${ADDRESS_COLUMNS})`],
  },
  saved_billing: {
    anon: [],
    authenticated: ["delete", `insert(${PAYER_COLUMNS})`, "select", `update(${PAYER_COLUMNS})`],
  },
  saved_preferences: {
    anon: [],
    authenticated: ["delete", "insert(substitution_preference)", "select", "update(substitution_preference)"],
  },
  saved_carts: { anon: [], authenticated: ["delete", "insert(id,items)", "select", "update(id,items)"] },
  text_consents: SIGNED_IN_READ,
  outgoing_texts: SIGNED_IN_READ,
  substitution_questions: SIGNED_IN_READ,
  back_in_stock_requests: {
    anon: [],
    authenticated: ["delete", "select(created_at,expires_at,id,product_id,size_id)"],
  },
  push_subscriptions: {
    anon: [],
    authenticated: ["delete", "insert(auth_secret,endpoint,p256dh)", "select"],
  },
  customer_notes: {
    anon: [],
    authenticated: ["delete", "insert(customer_id,kind,text)", "select", "update(text)"],
  },
  discount_codes: {
    anon: [],
    authenticated: ["delete", `insert(${DISCOUNT_COLUMNS})`, "select", `update(${DISCOUNT_COLUMNS})`],
  },
  payment_events: SIGNED_IN_READ,
  search_synonyms: { anon: [], authenticated: ["delete", "insert(words)", "select", "update(words)"] },
  zero_result_searches: { anon: [], authenticated: ["delete", "select"] },
  window_rules: { anon: [], authenticated: ["delete", "insert", "select", "update"] },
  delivery_runs: SIGNED_IN_READ,
  run_stops: { anon: [], authenticated: [] },
  delivery_zones: { anon: [], authenticated: ["delete", "insert", "select", "update"] },
  product_stock: { anon: [], authenticated: ["delete", "insert", "select", "update"] },
  product_sizes: {
    anon: ["select"],
    authenticated: [
      "delete",
      "insert(amount,availability,discount_price,label,position,price,product_id,unit)",
      "select",
      "update(amount,availability,discount_price,label,position,price,unit)",
    ],
  },
  product_pictures: {
    anon: ["select"],
    authenticated: ["delete", "insert(address,alt,position,product_id)", "select", "update(address,alt,position)"],
  },
  size_stock: { anon: [], authenticated: ["delete", "insert", "select", "update"] },
  suppliers: {
    anon: [],
    authenticated: [
      "insert(contact_email,contact_name,name,note,phone)",
      "select",
      "update(archived_at,contact_email,contact_name,name,note,phone)",
    ],
  },
  supplier_deliveries: SIGNED_IN_READ,
  supplier_delivery_lines: SIGNED_IN_READ,
  stock_counts: SIGNED_IN_READ,
  stock_count_lines: SIGNED_IN_READ,
  stock_movements: SIGNED_IN_READ,
  payments: SIGNED_IN_READ,
  refunds: SIGNED_IN_READ,
  substitutions: SIGNED_IN_READ,
  delivery_fees: SIGNED_IN_READ,
  outgoing_mails: SIGNED_IN_READ,
  pay_in_store_orders: SIGNED_IN_READ,
  pay_in_store_settings: {
    anon: [],
    authenticated: ["select", "update(grace_minutes,is_on,max_no_shows,max_total,needs_completed_order)"],
  },
  shop_alerts: SIGNED_IN_READ,
  picked_lines: SIGNED_IN_READ,
  choice_groups: SIGNED_IN_READ,
  choices: SIGNED_IN_READ,
  product_choice_groups: SIGNED_IN_READ,
  acknowledged_orders: SIGNED_IN_READ,
};

const FUNCTIONS: Record<string, string[]> = {
  "public.place_order": ["authenticated"],
  "public.quote_cart": ["anon", "authenticated"],
  "public.create_point_of_sale_order": ["authenticated"],
  "public.quote_point_of_sale_order": ["authenticated"],
  "public.record_store_payment": ["authenticated"],
  "public.record_store_tenders": ["authenticated"],
  "public.refund_in_store": ["authenticated"],
  "public.send_pay_link": ["authenticated"],
  "public.read_point_of_sale": ["authenticated"],
  "public.open_linked_payment": ["service_role"],
  "public.attach_payment_intent": ["service_role"],
  "public.apply_payment_event": ["service_role"],
  "public.is_payment_held": ["service_role"],
  "public.claim_captures": ["service_role"],
  "public.finalize_capture": ["service_role"],
  "public.check_delivery": ["anon", "authenticated"],
  "public.check_fulfillment": ["authenticated"],
  "public.check_pay_in_store": ["authenticated"],
  "public.choose_pay_in_store": ["authenticated"],
  "public.list_windows": ["anon", "authenticated"],
  "public.list_lost_windows": ["authenticated"],
  "public.message_lost_windows": ["authenticated"],
  "public.set_order_window": ["authenticated"],
  "public.save_window_rules": ["authenticated"],
  "public.check_stock": ["authenticated"],
  "public.cancel_order": ["authenticated"],
  "public.withdraw_order": ["authenticated"],
  "public.set_substitution_preferences": ["authenticated"],
  "public.save_address": ["authenticated"],
  "public.enter_discount_code": ["authenticated"],
  "public.drop_discount_code": ["authenticated"],
  "public.linked_order": ["service_role"],
  "public.cancel_linked_order": ["service_role"],
  "public.move_order": ["authenticated"],
  "public.search_orders": ["authenticated"],
  "public.count_orders": ["authenticated"],
  "public.read_desk": ["authenticated"],
  "public.list_desk": ["authenticated"],
  "public.find_on_desk": ["authenticated"],
  "public.find_products": ["authenticated"],
  "public.save_inventory_item": ["authenticated"],
  "public.save_choice_group": ["authenticated"],
  "public.delete_choice_group": ["authenticated"],
  "public.set_product_choice_groups": ["authenticated"],
  "public.list_items_by_code": ["authenticated"],
  "public.read_stock_items": ["authenticated"],
  "public.find_stock_items": ["authenticated"],
  "public.receive_delivery": ["authenticated"],
  "public.undo_delivery": ["authenticated"],
  "public.accept_stock_count": ["authenticated"],
  "public.adjust_stock": ["authenticated"],
  "public.undo_stock_movement": ["authenticated"],
  "public.list_batches": ["authenticated"],
  "public.take_off_sale": ["authenticated"],
  "public.close_batch": ["authenticated"],
  "public.list_purchases": ["authenticated"],
  "public.report_stock": ["authenticated"],
  "public.list_public_codes": ["anon", "authenticated", "service_role"],
  "public.request_back_in_stock": ["authenticated"],
  "public.list_own_back_in_stock_requests": ["authenticated"],
  "public.list_back_in_stock_requests": ["authenticated"],
  "public.claim_back_in_stock_messages": ["service_role"],
  "public.finalize_back_in_stock_message": ["service_role"],
  "public.withdraw_back_in_stock_requests": ["service_role"],
  "public.set_order_texts": ["authenticated"],
  "public.stop_order_texts": ["authenticated"],
  "public.read_order_texts": ["authenticated"],
  "public.set_linked_order_texts": ["service_role"],
  "public.stop_linked_order_texts": ["service_role"],
  "public.read_linked_order_texts": ["service_role"],
  "public.record_text_channels": ["service_role"],
  "public.record_text_keyword": ["service_role"],
  "public.claim_texts": ["service_role"],
  "public.finalize_text": ["service_role"],
  "public.retry_text": ["authenticated"],
  "public.list_linked_substitution_questions": ["service_role"],
  "public.answer_linked_substitution": ["service_role"],
  "public.list_delivery_areas": ["anon", "authenticated", "service_role"],
  "public.list_feed_facts": ["anon", "authenticated", "service_role"],
  "public.list_snap_amounts": ["authenticated"],
  "public.read_pick_lists": ["authenticated"],
  "public.acknowledge_orders": ["authenticated"],
  "public.pick_line": ["authenticated"],
  "public.order_aisles": ["authenticated"],
  "public.move_orders": ["authenticated"],
  "public.undo_order_moves": ["authenticated"],
  "public.desk_changes": ["service_role"],
  "public.request_refund": ["authenticated"],
  "public.refund_delivery_fee": ["authenticated"],
  "public.refund_unmatched_payment": ["authenticated"],
  "public.retry_refund": ["authenticated"],
  "public.give_refund_in_cash": ["authenticated"],
  "public.set_delivery_fee": ["authenticated"],
  "public.attach_fee_intent": ["service_role"],
  "public.list_unclosed_fee_intents": ["service_role"],
  "public.close_fee_intent": ["service_role"],
  "public.substitute_line": ["authenticated"],
  "public.undo_substitution": ["authenticated"],
  "public.list_replacements": ["authenticated"],
  "public.set_tax_exemption": ["authenticated"],
  "public.list_tax_exemptions": ["authenticated"],
  "public.report_sales_tax": ["authenticated"],
  "public.daily_report": ["authenticated", "service_role"],
  "public.report_sales": ["authenticated"],
  "public.read_store_metrics": ["service_role"],
  "public.read_today": ["authenticated"],
  "public.email_daily_report": ["authenticated"],
  "public.claim_daily_report_mails": ["service_role"],
  "public.finalize_daily_report_mail": ["service_role"],
  "public.list_slow_products": ["authenticated"],
  "public.list_low_stock": ["authenticated"],
  "public.export_accounting": ["authenticated"],
  "public.list_customers": ["authenticated"],
  "public.list_customer_tags": ["authenticated"],
  "public.list_customer_orders": ["authenticated"],
  "public.read_customer": ["authenticated"],
  "public.set_customer_tags": ["authenticated"],
  "public.export_customer": ["authenticated"],
  "public.begin_customer_deletion": ["authenticated"],
  "public.preview_customer_merge": ["authenticated"],
  "public.merge_customers": ["authenticated"],
  "public.read_translations": ["anon", "authenticated", "service_role"],
  "public.set_translation": ["authenticated"],
  "public.translate_order_lines": ["authenticated"],
  "private.translated_product_name": ["authenticated"],
  "private.translated_size": ["authenticated"],
  "public.translation_list": ["authenticated"],
  "public.translation_counts": ["authenticated"],
  "private.is_translation_public": ["anon", "authenticated"],
  "private.translation_limit": ["service_role"],
  "public.resolve_alert": ["authenticated"],
  "public.retry_mail": ["authenticated"],
  "public.raise_alert": ["service_role"],
  "public.count_payment_attempt": ["service_role"],
  "public.refresh_due_offers": ["service_role"],
  "public.claim_refunds": ["service_role"],
  "public.finalize_refund": ["service_role"],
  "public.claim_mails": ["service_role"],
  "public.finalize_mail": ["service_role"],
  "public.claim_push_messages": ["service_role"],
  "public.finalize_push_message": ["service_role"],
  "public.list_unclosed_intents": ["service_role"],
  "public.close_intent": ["service_role"],
  "public.list_abandoned_orders": ["service_role"],
  "public.cancel_abandoned_order": ["service_role"],
  "public.list_orders_to_reconcile": ["service_role"],
  "public.list_unread_refunds": ["service_role"],
  "public.record_refunds_read": ["service_role"],
  "public.reconciled_until": ["service_role"],
  "public.record_reconciled": ["service_role"],
  "public.is_last_admin": ["service_role"],
  "public.is_admin": ["authenticated"],
  "public.staff_role": ["authenticated"],
  "public.invite_staff": ["authenticated"],
  "public.list_waiting_deliveries": ["authenticated"],
  "public.list_drivers": ["authenticated"],
  "public.create_run": ["authenticated"],
  "public.sort_run": ["authenticated"],
  "public.delete_run": ["authenticated"],
  "public.start_run": ["authenticated"],
  "public.finish_stop": ["authenticated"],
  "public.list_run_stops": ["authenticated"],
  "public.count_stops_before": ["authenticated"],
  "public.find_delivery_photo": ["authenticated"],
  "public.list_discarded_delivery_photos": ["service_role"],
  "public.clear_discarded_delivery_photos": ["service_role"],
  "public.accept_invitation": ["authenticated"],
  "public.list_staff": ["authenticated"],
  "public.claim_invitations": ["service_role"],
  "public.finalize_invitation": ["service_role"],
  "public.log_export": ["authenticated"],
  "public.record_payments_tried": ["authenticated"],
  "public.payments_tried": ["authenticated"],
  "public.duplicate_product": ["authenticated"],
  "public.begin_import": ["authenticated"],
  "public.stage_import_rows": ["authenticated"],
  "public.validate_import": ["authenticated"],
  "public.weigh_line": ["authenticated"],
  "public.apply_import": ["authenticated"],
  "public.undo_import": ["authenticated"],
  "public.list_product_rows": ["authenticated"],
  "public.save_product_cells": ["authenticated"],
  "public.create_bulk_change": ["authenticated"],
  "public.set_product_sizes": ["authenticated"],
  "public.set_product_pictures": ["authenticated"],
  "public.set_recipe": ["authenticated"],
  "public.list_sessions": ["authenticated"],
  "public.list_buy_again": ["authenticated"],
  "public.end_session": ["authenticated"],
  "public.search_products": ["anon", "authenticated", "service_role"],
  "public.search_articles": ["anon", "authenticated", "service_role"],
  "public.filter_products": ["anon", "authenticated", "service_role"],
  "public.search_hints": ["anon", "authenticated", "service_role"],
  "public.record_zero_result_search": ["anon", "authenticated"],
  "public.count_sales": ["service_role"],
  "public.publish_due_articles": ["service_role"],
  "public.count_bought_together": ["service_role"],
  "public.find_offer_end": ["anon", "authenticated", "service_role"],
  "public.list_related_products": ["anon", "authenticated", "service_role"],
  "private.stock_left": ["authenticated"],
  "private.current_price": ["authenticated"],
  "private.current_cart": ["authenticated"],
  "private.cart_lines": ["authenticated"],
  "private.check_cart": ["authenticated"],
  "private.check_order_texts": ["authenticated"],
  "private.chosen_of": ["authenticated"],
  "private.default_choices": ["authenticated"],
  "private.fit_choices": ["authenticated"],
  "private.name_with_choices": ["authenticated"],
  "private.price_of_choices": ["authenticated"],
  "private.request_language": ["authenticated", "service_role"],
  "private.fill_order": ["authenticated"],
  "private.missing_items": ["authenticated"],
  "private.is_session_active": ["authenticated"],
  "private.is_window_capacities": ["authenticated", "service_role"],
  "private.guest_key": ["authenticated", "service_role"],
  "private.own_order_ids": ["authenticated"],
  "private.can_add_delivery_photo": ["authenticated"],
  "private.order_of_photo": ["authenticated"],
  "private.photo_of_order": ["authenticated"],
  "private.shown_order_ids": ["authenticated"],
  "private.packing_orders": ["authenticated"],
  "private.is_canceled": ["authenticated", "service_role"],
  "private.is_changeable": ["authenticated", "service_role"],
  "private.is_open": ["authenticated", "service_role"],
  "private.is_packable": ["authenticated", "service_role"],
  "private.is_paid": ["authenticated", "service_role"],
  "private.payment_state": ["authenticated", "service_role"],
  "private.min_order_id": ["authenticated"],
  "private.max_order_id": ["authenticated"],
  "private.is_admin": ["anon", "authenticated", "service_role"],
  "private.staff_role": ["anon", "authenticated", "service_role"],
  "private.can_manage": ["anon", "authenticated", "service_role"],
  "private.can_pack": ["anon", "authenticated", "service_role"],
  "private.picture_name": ["anon", "authenticated", "service_role"],
};

let database: Database;

beforeAll(async () => {
  database = await openShopDatabase();
});
afterAll(() => database.close());

test("the API roles have exactly the table and view grants that the matrix lists", async () => {
  const rows = await database.admin<{ relation: string; role: string; right: string }[]>`
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
  const held: Record<string, Record<string, string[]>> = {};
  for (const relation of await listRelations()) held[relation] = { anon: [], authenticated: [] };
  for (const { relation, role, right } of rows) {
    const rights = held[relation] ?? {};
    rights[role] = [...(rights[role] ?? []), right];
    held[relation] = rights;
  }
  expect(held).toEqual(RELATIONS);
});

test("every table has row-level security, and every view is security invoker", async () => {
  const bare = await database.admin`
    select relname from pg_class
    where relnamespace = 'public'::regnamespace
      and ((relkind in ('r', 'p') and not relrowsecurity)
        or (relkind = 'v' and not coalesce(reloptions @> array['security_invoker=on'], false)))`;
  expect([...bare]).toEqual([]);
});

test("every policy names its roles", async () => {
  const forEverybody = await database.admin`
    select tablename, policyname from pg_policies
    where schemaname in ('public', 'storage') and roles = '{public}'`;
  expect([...forEverybody]).toEqual([]);
});

test("the store's functions are granted exactly to the roles that the matrix lists", async () => {
  const rows = await database.admin<{ name: string; role: string }[]>`
    select n.nspname || '.' || p.proname as name, coalesce(r.rolname, 'public') as role
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) acl
    left join pg_roles r on r.oid = acl.grantee
    where n.nspname in ('public', 'private') and acl.grantee <> p.proowner
    order by 1, 2`;
  const held: Record<string, string[]> = {};
  for (const { name, role } of rows) held[name] = [...(held[name] ?? []), role];
  expect(held).toEqual(FUNCTIONS);
});

test("a new function of the store is closed to everyone until it grants its callers", async () => {
  await database.admin.begin(async (sql) => {
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

test("every security definer function fixes its search path", async () => {
  const loose = await database.admin`
    select p.proname from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and p.prosecdef and not coalesce(p.proconfig @> array['search_path=""'], false)`;
  expect([...loose]).toEqual([]);
});

test("no object of the store is owned by a superuser", async () => {
  const owned = await database.admin`
    select c.relname from pg_class c join pg_roles r on r.oid = c.relowner
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and r.rolsuper
    union all
    select p.proname from pg_proc p join pg_roles r on r.oid = p.proowner
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and r.rolsuper`;
  expect([...owned]).toEqual([]);
});

test("the data service's role is no superuser and does not bypass row-level security", async () => {
  const [role] = await database.requests.shop<{ rolsuper: string; rolbypassrls: string }[]>`
    select rolsuper::text, rolbypassrls::text from pg_roles where rolname = current_user`;
  expect(role).toEqual({ rolsuper: "false", rolbypassrls: "false" });
  await expect(database.requests.shop`select * from public.products`).rejects.toThrow("permission denied");
});

async function listRelations(): Promise<string[]> {
  const rows = await database.admin<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p', 'f')`;
  return rows.map((row) => row.name);
}
