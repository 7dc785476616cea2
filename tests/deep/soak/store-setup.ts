import type { Sql } from "@calabash/data-service/database";

/** Products and pickup windows for the soak's orders. */
export interface Shelf {
  food: { productId: number };
  /** Taxed, with counted stock of one size. */
  dress: { productId: number; sizeId: number };
  /** Sold by weight. */
  goat: { productId: number };
  /** Starts of pickup windows, far enough ahead for the whole soak. */
  windows: readonly Date[];
}

export const CODE = "SOAK15";
/** ZIP code with a delivery fee. */
export const NEAR_ZIP = "77338";
/** ZIP code with a separate delivery fee, set after the order is placed. */
export const FAR_ZIP = "77379";
/** Expected and actual weight of a goat leg. */
export const GOAT_POUNDS = { each: 5, packed: 4.62 };
/** In dollars, without tax. */
export const LATER_FEE = 7.5;
/** Initial stock of the food and the dress, more than is sold. */
export const STOCK = 100_000;

/** Creates delivery zones, pickup windows, sales tax for dresses and deliveries, a discount code, and stock. */
export async function setEverything(sql: Sql): Promise<Shelf> {
  await sql`insert into tax_rates (class_id, valid_from, percent)
    select id, '2020-01-01', 8.25 from tax_classes where title = 'Taxable'`;
  await sql`insert into delivery_zones (name, zips, fee)
    values ('Humble', ${[NEAR_ZIP]}, 4.99), ('Spring', ${[FAR_ZIP]}, null)`;
  await sql`update store_settings set accepts_snap = true, pickup_windows = true,
    delivery_tax_class_id = (select id from tax_classes where title = 'Taxable')`;
  // The maximum capacity, so that no window fills up.
  await sql`delete from window_rules where delivery_type = 'pickup'`;
  await sql`insert into window_rules (delivery_type, weekday, length_minutes, capacity)
    select 'pickup', weekday, 30, 999 from generate_series(0, 6) as weekday`;
  await sql`insert into discount_codes (code, percent) values (${CODE}, 15)`;
  const [food] = await sql<{ productId: number }[]>`
    update products set availability = 'counted' where id = (select min(id) from condiments)
    returning id::int as "productId"`;
  const [goat] = await sql<{ productId: number }[]>`
    update products set pounds_each = ${GOAT_POUNDS.each} where id = (select min(id) from meat_sea_food)
    returning id::int as "productId"`;
  const [dress] = await sql<{ productId: number; sizeId: number }[]>`
    update size_stock set stock_count = ${STOCK} from product_sizes
    where size_id = product_sizes.id and size_id = (select min(id) from product_sizes where label = 'M')
    returning product_id::int as "productId", size_id::int as "sizeId"`;
  if (!food || !goat || !dress) throw new Error("The demo store has no food, dress, or goat leg.");
  await sql`insert into product_stock (product_id, stock_count) values (${food.productId}, ${STOCK})
    on conflict (product_id) do update set stock_count = excluded.stock_count`;
  // Earlier windows may be too soon when the order is placed.
  const windows = await sql<{ starts_at: Date }[]>`
    select starts_at from list_windows('pickup', 100) where starts_at > now() + interval '12 hours' limit 24`;
  return { food, goat, dress, windows: windows.map(({ starts_at }) => starts_at) };
}
