import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { SelectedRow } from "#app/platform/selected-row.ts";
import { centsFrom } from "#app/values/money.ts";
import { sizedName } from "#app/values/sized-name.ts";

export interface ReceivedLine {
  id: number;
  name: string;
  quantity: number;
  costCents: number | null;
  bestBefore: string | null;
}

export interface Delivery {
  id: number;
  supplierName: string | null;
  reference: string;
  note: string;
  receivedAt: string;
  receivedBy: string | null;
  undoneAt: string | null;
  lines: ReceivedLine[];
}

const LINES = "supplier_delivery_lines(id, quantity, unit_cost, best_before, products(name), product_sizes(label))";
const COLUMNS =
  `id, reference, note, received_at, undone_at, suppliers(name), profiles!supplier_deliveries_received_by_fkey(name), ${LINES}` as const;

type DeliveryRow = SelectedRow<"supplier_deliveries", typeof COLUMNS>;

/** Returns the latest deliveries with their lines, newest first. For managers. */
export async function listDeliveries({ rest }: BrowserData): Promise<Delivery[]> {
  const rows = await readWithRetries(["deliveries"], async () =>
    rowsOf(await rest.from("supplier_deliveries").select(COLUMNS).order("id", { ascending: false }).limit(20)),
  );
  return (rows ?? []).map(deliveryFromRow);
}

function deliveryFromRow(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    supplierName: row.suppliers?.name ?? null,
    reference: row.reference,
    note: row.note,
    receivedAt: row.received_at,
    receivedBy: row.profiles?.name || null,
    undoneAt: row.undone_at,
    lines: row.supplier_delivery_lines
      .map((line) => ({
        id: line.id,
        name: sizedName(line.products.name, line.product_sizes?.label),
        quantity: line.quantity,
        costCents: line.unit_cost === null ? null : centsFrom(line.unit_cost),
        bestBefore: line.best_before,
      }))
      .toSorted((one, other) => one.id - other.id),
  };
}
