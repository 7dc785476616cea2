import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import type { TableRow } from "#app/platform/selected-row.ts";
import { type CamelCased, camelCased } from "#app/values/camel-cased.ts";

/** Tax class of products; exempt if it has no rate. */
export type TaxClass = CamelCased<Pick<TableRow<"tax_classes">, "id" | "title">>;
/** Rate of a class from a day on, in the store's time zone. */
export type TaxRate = CamelCased<Pick<TableRow<"tax_rates">, "class_id" | "valid_from" | "percent">>;

/** Product with a tax class other than its category's; a draft still has to be confirmed by an accountant. */
export interface TaxException
  extends CamelCased<Pick<TableRow<"tax_exceptions">, "product_id" | "class_id" | "is_draft">> {
  name: string;
}

/** All sales tax settings. */
export type TaxSettings = Awaited<ReturnType<typeof getTaxSettings>>;

/** Reads the tax settings, for admins; empty for anyone else. */
export async function getTaxSettings({ rest }: BrowserData) {
  const [classes, rates, categories, exceptions, exemptions, settings] = await readWithRetries(["tax"], () =>
    Promise.all([
      rest.from("tax_classes").select("id, title").order("id").then(rowsOf),
      rest
        .from("tax_rates")
        .select("class_id, valid_from, percent")
        .order("valid_from", { ascending: false })
        .then(rowsOf),
      rest.from("category_tax_classes").select("category, class_id").then(rowsOf),
      rest
        .from("tax_exceptions")
        .select("product_id, class_id, is_draft, products(name)")
        .order("product_id")
        .then(rowsOf),
      rest.rpc("list_tax_exemptions").then(rowsOf),
      rest.from("store_settings").select("delivery_tax_class_id").single().then(rowsOf),
    ]),
  );
  return {
    classes: classes ?? [],
    /** Newest first. */
    rates: (rates ?? []).map((row) => camelCased(row)),
    /** Tax class of each category, by its prefix. */
    categories: new Map((categories ?? []).map((row) => [row.category, row.class_id])),
    exceptions: (exceptions ?? []).map(({ products, ...row }) => ({ ...camelCased(row), name: products?.name ?? "" })),
    exemptions: (exemptions ?? []).map((row) => camelCased(row)),
    /** Tax class of delivery; null if delivery is not taxed. */
    deliveryClassId: settings?.delivery_tax_class_id ?? null,
  };
}
