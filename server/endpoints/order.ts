import { Hono } from "hono";
import { LINE_PATH_COLUMNS, linePath, WEIGHT_COLUMNS } from "#app/features/orders/order-line.ts";
import { currentLocale } from "#app/messages/current-locale.ts";
import { DEFAULT_LOCALE } from "#app/messages/locales.ts";
import type { ShopData } from "#server/database/shop-data.ts";
import { dataOf, noSuchOrder, readOrderId, requireCaller } from "./caller.ts";

/**
 * `GET /order/{id}` for the order's customer, the owner, managers, and packers who may see it returns the order's
 * lines, `[{ image_url, product_name, size_label, pack_size, unit_price, quantity, product_path }]`: the size as bought or
 * null, the size of its package or empty, the price in dollars, and the path of the product's page, or null if the product is no longer sold. A line sold by
 * weight also has `pounds_each`, `price_per_pound`, `packed_pounds`, and `weight_refund`.
 * Errors, as `{ error }`: 401 without a valid token, 404 for others and for an unknown order.
 */
export function createOrderEndpoint({ data }: { data: ShopData }): Hono {
  return new Hono().get("/order/:id", async (c) => {
    const caller = requireCaller(c);
    const orderId = readOrderId(c.req.param("id"));
    const found = await data
      .as(caller.token)
      .from("orders")
      .select(
        `user_id, order_items(id, image_url, product_name, size_label, pack_size, unit_price, quantity, ${LINE_PATH_COLUMNS}, ${WEIGHT_COLUMNS})`,
      )
      .eq("id", orderId)
      .maybeSingle();
    const order = dataOf(found);
    if (!order) return c.json(noSuchOrder(), 404);
    const lines = order.order_items.toSorted((one, other) => one.id - other.id);
    // Names are in English for staff.
    const isOwn = order.user_id === caller.claimedUserId;
    const names = new Map(isOwn ? await readNames(caller.token, orderId) : []);
    return c.json(
      lines.map(({ id, image_url, product_name, size_label, pack_size, unit_price, quantity, ...more }) => {
        const { product_id, products, ...weight } = more;
        return {
          ...{ image_url, product_name, size_label, pack_size, unit_price, quantity },
          ...translatedLine({ size_label }, names.get(id)),
          product_path: linePath({ product_id, products }),
          ...(weight.pounds_each === null ? {} : weight),
        };
      }),
    );
  });

  /** Returns product names and sizes in the language of the page, with their lines; none for English. */
  async function readNames(token: string, orderId: string): Promise<[lineId: number, TranslatedName][]> {
    const language = currentLocale();
    if (language === DEFAULT_LOCALE) return [];
    const rows = dataOf(await data.as(token).rpc("translate_order_lines", { order_ids: [orderId], language }));
    return rows
      .filter(({ substitution_id }) => substitution_id === null)
      .map(({ order_item_id, name, size_label }) => [order_item_id, { name, size: size_label }]);
  }
}

/** Name of a line in the language of the page, with its size, or else the size of its package. */
type TranslatedName = { name: string; size: string | null };

function translatedLine(line: { size_label: string | null }, translated: TranslatedName | undefined) {
  if (!translated) return {};
  const { name, size } = translated;
  return { product_name: name, ...(line.size_label === null ? { pack_size: size ?? "" } : { size_label: size }) };
}
