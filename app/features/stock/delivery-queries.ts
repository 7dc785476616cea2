import type { BrowserData } from "#app/platform/browser-data.ts";
import { readRows } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { camelCased } from "#app/values/camel-cased.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

const LINES = "supplier_delivery_lines(id, quantity, unit_cost, best_before, products(name), product_sizes(label))";
const COLUMNS =
  `id, reference, note, received_at, undone_at, suppliers(name), profiles!supplier_deliveries_received_by_fkey(name), ${LINES}` as const;

type DeliveryRow = SelectedRow<"supplier_deliveries", typeof COLUMNS>;

/** Returns the latest deliveries with their lines, newest first. For managers. */
export async function listDeliveries({ rest }: BrowserData) {
  const rows = await readRows(["deliveries"], () =>
    rest.from("supplier_deliveries").select(COLUMNS).order("id", { ascending: false }).limit(20),
  );
  return rows.map(deliveryFromRow);
}

export type Delivery = ReturnType<typeof deliveryFromRow>;

function deliveryFromRow({ suppliers, profiles, supplier_delivery_lines, ...row }: DeliveryRow) {
  return {
    ...camelCased(row),
    supplierName: suppliers?.name ?? null,
    receivedBy: profiles?.name || null,
    lines: supplier_delivery_lines
      .map(({ products, product_sizes, unit_cost, ...line }) => ({
        ...camelCased(line),
        name: sizedName(products.name, product_sizes?.label),
        costCents: centsFrom(unit_cost),
      }))
      .toSorted((one, other) => one.id - other.id),
  };
}
