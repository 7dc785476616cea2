import type { BrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";

/** Tax class of products; exempt if it has no rate. */
export interface TaxClass {
  id: number;
  title: string;
}

export interface TaxRate {
  classId: number;
  /** First day of validity, in the store's time zone. */
  validFrom: string;
  percent: number;
}

/** Product with a tax class other than its category's. */
export interface TaxException {
  productId: number;
  name: string;
  classId: number;
  /** Whether an accountant still has to confirm it. */
  isDraft: boolean;
}

export interface TaxExemption {
  userId: string;
  name: string | null;
  email: string;
  certificate: string;
}

/** All sales tax settings. */
export interface TaxSettings {
  classes: readonly TaxClass[];
  /** Newest first. */
  rates: readonly TaxRate[];
  /** Tax class of each category, by its prefix. */
  categories: ReadonlyMap<string, number>;
  exceptions: readonly TaxException[];
  exemptions: readonly TaxExemption[];
  /** Tax class of delivery; null if delivery is not taxed. */
  deliveryClassId: number | null;
}

/** Reads the tax settings, for admins; empty for anyone else. */
export async function getTaxSettings({ rest }: BrowserData): Promise<TaxSettings> {
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
    rates: (rates ?? []).map((row) => ({
      classId: row.class_id,
      validFrom: row.valid_from,
      percent: row.percent,
    })),
    categories: new Map((categories ?? []).map((row) => [row.category, row.class_id])),
    exceptions: (exceptions ?? []).map((row) => ({
      productId: row.product_id,
      name: row.products?.name ?? "",
      classId: row.class_id,
      isDraft: row.is_draft,
    })),
    exemptions: (exemptions ?? []).map((row) => ({
      userId: row.user_id,
      name: row.name,
      email: row.email,
      certificate: row.certificate,
    })),
    deliveryClassId: settings?.delivery_tax_class_id ?? null,
  };
}
