import { preferenceLabel, type SubstitutionPreference } from "#app/features/catalog/substitution-preference.ts";
import { t } from "#app/messages/t.ts";
import type { BrowserData } from "#app/platform/browser-data.ts";
import { commandResult } from "#app/platform/command-result.ts";
import { rowsOf } from "#app/platform/reads.ts";
import { listResult } from "#app/platform/save-changes.ts";
import { type FieldLabel, saveMerged } from "#app/ui/save-merged.ts";

/** Substitution preferences of an order and its lines. */
export interface OrderPreferences {
  preference: SubstitutionPreference | null;
  note: string;
  lines: readonly { id: number; preference: SubstitutionPreference | null; note: string }[];
}

/**
 * Saves changed preferences, which the customer may change until the order is being prepared.
 * @param before preferences when the form was opened
 * @param nameOf returns the name of a line
 */
export async function setOrderPreferences(
  data: BrowserData,
  orderId: string,
  before: OrderPreferences,
  mine: OrderPreferences,
  nameOf: (lineId: number) => string,
): Promise<void> {
  const { error } = await saveMerged({
    before,
    mine,
    subject: t("This order"),
    labels: (path) => preferenceField(path, nameOf),
    write: async (changed: OrderPreferences, expected: OrderPreferences) =>
      listResult(
        await data.rest.rpc("set_substitution_preferences", {
          order_id: orderId,
          substitution_preference: changed.preference,
          note: changed.note,
          lines: changed.lines.map(({ id, preference, note }) => ({ id, substitution_preference: preference, note })),
          expected: { ...expected, lines: expected.lines.toSorted((one, other) => one.id - other.id) },
        }),
        () => readPreferences(data, orderId, mine),
      ),
  });
  commandResult({ data: null, error });
}

async function readPreferences(data: BrowserData, orderId: string, { lines }: OrderPreferences) {
  const order = rowsOf(
    await data.rest
      .from("orders")
      .select("preference:substitution_preference, note, order_items(id, preference:substitution_preference, note)")
      .eq("id", orderId)
      .maybeSingle(),
  );
  if (order === null) return null;
  const { order_items: items, ...rest } = order;
  // In the order of the form.
  return { ...rest, lines: lines.flatMap(({ id }) => items.find((item) => item.id === id) ?? []) } as OrderPreferences;
}

function preferenceField([field, id, part = field]: readonly string[], nameOf: (lineId: number) => string): FieldLabel {
  const label = part === "note" ? t("Note") : t("If this is out of stock");
  const named = field === "lines" ? `${label} (${nameOf(Number(id))})` : label;
  return part === "note" ? named : { label: named, show: preferenceLabel };
}
