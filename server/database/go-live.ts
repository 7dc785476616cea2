import type { Queries, Sql } from "@calabash/data-service/database";
import { StartError } from "@calabash/data-service/start-error";

/** Tables of what an empty store's tests created: orders, payments, customers, messages, sessions. */
export const LEFT_BEHIND = [
  "auth.flow_state",
  "auth.mfa_amr_claims",
  "auth.mfa_challenges",
  "auth.one_time_tokens",
  "auth.rate_limits",
  "auth.refresh_tokens",
  "auth.saml_relay_states",
  "auth.sessions",
  "private.bought_together",
  "private.customers",
  "private.daily_report_mails",
  "private.discount_attempts",
  "private.earlier_no_shows",
  "private.entered_discounts",
  "private.guest_discount_attempts",
  "private.fee_intents",
  "private.link_attempts",
  "private.order_documents",
  "private.pay_links",
  "private.payment_attempts",
  "private.pick_times",
  "private.push_messages",
  "private.stripe_customers",
  "private.text_opt_outs",
  "public.acknowledged_orders",
  "public.back_in_stock_requests",
  "public.billing_details",
  "public.customer_notes",
  "public.delivery_fees",
  "public.delivery_runs",
  "public.drawer_entries",
  "public.drawer_sessions",
  "public.order_items",
  "public.order_status_changes",
  "public.order_views",
  "public.orders",
  "public.outgoing_mails",
  "public.outgoing_texts",
  "public.pay_in_store_orders",
  "public.payment_events",
  "public.payments",
  "public.picked_lines",
  "public.push_subscriptions",
  "public.refunds",
  "public.run_stops",
  "public.saved_addresses",
  "public.saved_billing",
  "public.saved_carts",
  "public.saved_preferences",
  "public.shop_alerts",
  "public.substitution_questions",
  "public.substitutions",
  "public.tax_exemptions",
  "public.text_consents",
  "public.zero_result_searches",
] as const;

/** Numbers of rows: what the live store keeps, and what it leaves behind. */
export interface GoLivePlan {
  products: number;
  /** Accounts of the owner and of other staff. */
  staff: number;
  images: number;
  orders: number;
  payments: number;
  /** Customers' accounts. */
  accounts: number;
  /** Emails and text messages. */
  messages: number;
  /** Counted products and sizes of which test orders took some. */
  restocked: number;
}

/** Returns what `goLive` would do. @throws StartError unless the database is an empty store's */
export async function planGoLive(sql: Queries): Promise<GoLivePlan> {
  const facts = await sql<
    { name: string }[]
  >`select name from private.shop_facts where name in ('is_live', 'is_trial')`;
  if (facts.length === 0) {
    throw new StartError(
      "This is not a store that was started with SHOP_MODE=empty.",
      "See docs/how-to/set-up-your-own-store.md.",
    );
  }
  if (facts.some(({ name }) => name === "is_live")) {
    throw new StartError("The store is live already.", "Start it with SHOP_MODE=live.");
  }
  const [plan] = await sql<[GoLivePlan]>`
    select (select count(*)::int from public.products) as products,
      (select count(*)::int from auth.users where private.is_staff_account(id)) as staff,
      (select count(*)::int from storage.objects where bucket_id <> 'delivery_photos') as images,
      (select count(*)::int from public.orders) as orders,
      (select count(*)::int from public.payments) as payments,
      (select count(*)::int from auth.users where not private.is_staff_account(id)) as accounts,
      (select count(*)::int from public.outgoing_mails) + (select count(*)::int from public.outgoing_texts) as messages,
      (select count(*)::int from (${takenByTests(sql)}) as taken) as restocked`;
  return plan;
}

/**
 * Makes an empty store's database a live store's, which is closed to the public until its owner opens it: removes what
 * tests created, and returns to stock what test orders took since the last count or edit. Keeps products, settings,
 * staff, images, deliveries from suppliers, and the audit log; order numbers continue, so that its entries stay clear.
 */
export function goLive(database: Pick<Sql, "begin">): Promise<GoLivePlan> {
  return database.begin(async (sql) => {
    // A store that starts meanwhile waits.
    await sql`select pg_advisory_xact_lock(hashtext('calabash start'))`;
    const plan = await planGoLive(sql);
    await sql`
      with taken as (${takenByTests(sql)}), of_products as (
        update public.product_stock as stock set stock_count = stock.stock_count + taken.quantity
        from taken where taken.size_id is null and stock.product_id = taken.product_id
      )
      update public.size_stock as stock set stock_count = stock.stock_count + taken.quantity
      from taken where stock.size_id = taken.size_id`;
    await sql`
      insert into private.discarded_delivery_photos (name)
      select name from storage.objects where bucket_id = 'delivery_photos' on conflict do nothing`;
    await sql.script(`truncate ${LEFT_BEHIND.join(", ")}`);
    await sql`delete from auth.users where not private.is_staff_account(id)`;
    await sql`select private.create_customer(profiles) from public.profiles`;
    await sql`update public.discount_codes set used_count = 0 where used_count > 0`;
    await sql`update private.search_documents set sold_count = 0 where sold_count > 0`;
    await sql`update private.reconciliation set reconciled_until = null`;
    await sql`delete from private.shop_facts where name in ('is_trial', 'owner_link', 'payments_tried')`;
    await sql`
      insert into private.shop_facts (name, value) values ('is_live', 'true'), ('is_closed', 'true')
      on conflict (name) do nothing`;
    return plan;
  });
}

/** Selects how many of each counted product and size test orders took, since staff last counted or typed its stock. */
function takenByTests(sql: Queries) {
  return sql`
    select taken.product_id, taken.size_id, sum(taken.quantity)::int as quantity
    from (
      select items.order_id, items.product_id, items.size_id, items.stock_taken as quantity,
        exists (select from public.picked_lines where picked_lines.order_item_id = items.id) as is_picked
      from public.order_items as items
      union all
      select order_id, replacement_product_id, replacement_size_id, stock_taken, true from public.substitutions
    ) as taken
    join public.orders on orders.id = taken.order_id
    where taken.quantity > 0 and private.stock_left(taken.product_id, taken.size_id) is not null
      and (
        -- A count leaves out units of orders that are not picked yet.
        private.is_open(orders.status) and not taken.is_picked
        or coalesce(orders.paid_at, orders.created_at) > all (
          select moves.moved_at from public.stock_movements as moves
          where moves.kind in ('counted', 'edited')
            and moves.product_id = taken.product_id and moves.size_id is not distinct from taken.size_id
          union all
          select counts.accepted_at from public.stock_count_lines as lines
          join public.stock_counts as counts on counts.id = lines.count_id
          where lines.product_id = taken.product_id and lines.size_id is not distinct from taken.size_id
        )
      )
    group by taken.product_id, taken.size_id`;
}
