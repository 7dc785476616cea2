import type { SupabaseClient } from "@supabase/supabase-js";

/** Products and pickup windows for the soak's orders. */
export interface Shelf {
  food: { productId: number };
  /** Taxed, with counted stock of one size. */
  dress: { productId: number; sizeId: number };
  /** Sold by weight. */
  goat: { productId: number };
  /** Initial stock by product. */
  stock: number;
  /** Starts of pickup windows, ISO 8601, far enough ahead for the whole soak. */
  windows: readonly string[];
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

/** Earlier windows may be too soon when the order is placed. */
const HOURS_AHEAD = 12;
const WINDOWS = 24;
/** Maximum capacity of a window, so that none fills up. */
const CAPACITY = 999;

/**
 * Creates delivery zones, pickup windows, sales tax for dresses and deliveries, a discount code, and stock.
 * @param owner client with the owner's permissions, which makes all settings; `server` only sets prices and stock
 */
export async function setEverything(owner: SupabaseClient, server: SupabaseClient, stock: number): Promise<Shelf> {
  const { data: taxable } = await owner.from("tax_classes").select("id").eq("title", "Taxable").single().throwOnError();
  await owner
    .from("tax_rates")
    .insert({ class_id: taxable.id, valid_from: "2020-01-01", percent: 8.25 })
    .throwOnError();
  await owner
    .from("delivery_zones")
    .insert([
      { name: "Humble", zips: [NEAR_ZIP], fee: 4.99 },
      { name: "Spring", zips: [FAR_ZIP], fee: null },
    ])
    .throwOnError();
  await owner
    .from("window_rules")
    .upsert(
      Array.from({ length: 7 }, (_, weekday) => ({
        delivery_type: "pickup",
        weekday,
        length_minutes: 30,
        capacity: CAPACITY,
      })),
    )
    .throwOnError();
  await owner
    .from("store_settings")
    .update({ accepts_snap: true, delivery_tax_class_id: taxable.id })
    .not("id", "is", null)
    .throwOnError();
  await owner.from("discount_codes").insert({ code: CODE, percent: 15 }).throwOnError();

  const { data: food } = await server.from("condiments").select("id").limit(1).single().throwOnError();
  await server.from("products").update({ availability: "counted" }).eq("id", food.id).throwOnError();
  await server.from("product_stock").upsert({ product_id: food.id, stock_count: stock }).throwOnError();
  const { data: size } = await server
    .from("product_sizes")
    .select("id, product_id")
    .eq("label", "M")
    .limit(1)
    .single()
    .throwOnError();
  await server.from("size_stock").update({ stock_count: stock }).eq("size_id", size.id).throwOnError();

  const { data: goat } = await server.from("meat_sea_food").select("id").limit(1).single().throwOnError();
  await server.from("products").update({ pounds_each: GOAT_POUNDS.each }).eq("id", goat.id).throwOnError();

  const { data: windows } = await owner.rpc("list_windows", { delivery_type: "pickup", max_count: 100 }).throwOnError();
  const soonest = Date.now() + HOURS_AHEAD * 3_600_000;
  return {
    food: { productId: food.id },
    dress: { productId: size.product_id, sizeId: size.id },
    goat: { productId: goat.id },
    stock,
    windows: (windows as { starts_at: string }[])
      .map(({ starts_at }) => starts_at)
      .filter((startsAt) => Date.parse(startsAt) > soonest)
      .slice(0, WINDOWS),
  };
}
