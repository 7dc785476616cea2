import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { useAutosavedValue } from "#app/ui/use-autosaved-fields.ts";
import { PREVIEW_COLUMNS, type ProductSummary, productSummaryFromRow } from "./product.ts";

const MAX_FOUND = 20;

/**
 * Finds products by part of their name; the chosen one is a form field.
 * @param autosavedAs key of the form's autosave
 * @param children fields that depend on the chosen product
 */
export function ProductChoice({
  autosavedAs,
  error,
  children,
}: {
  autosavedAs: string;
  error: string | undefined;
  children?: (product: ProductSummary) => ReactNode;
}) {
  const [typed, setTyped] = useState("");
  const words = typed.trim();
  const result = useTypedQuery(words || null, () => searchProducts(getBrowserData(), words, MAX_FOUND));
  const found = result && "data" in result ? result.data : null;
  const autosavedProduct = useAutosavedValue(autosavedAs, "productId");
  const [chosenId, setChosenId] = useState("");

  const first = found?.some(({ id }) => String(id) === autosavedProduct) ? autosavedProduct : undefined;
  const chosen =
    found?.find(({ id }) => String(id) === chosenId) ?? found?.find(({ id }) => String(id) === first) ?? found?.[0];

  return (
    <>
      <TextField
        label={t("Find product")}
        name="words"
        type="search"
        autoComplete="off"
        hint={t("Part of its name")}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">
        {result && "problem" in result
          ? t("We couldn't load the products. Type again.")
          : found?.length === 0
            ? t("No products found.")
            : ""}
      </div>
      <SelectField
        key={found?.[0]?.id}
        label={t("Product")}
        name="productId"
        defaultValue={first}
        error={error}
        onChange={(event) => setChosenId(event.currentTarget.value)}
      >
        {found?.length ? null : <option value="">{t("Search first")}</option>}
        {found?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {chosen ? children?.(chosen) : null}
    </>
  );
}

/** Finds products by words or parts of their names, hidden ones too, sorted by name. For managers. */
export async function searchProducts(
  { rest }: BrowserData,
  words: string,
  maxCount: number,
): Promise<ProductSummary[]> {
  const rows = await readWithRetries(["product-search", words, maxCount], async () => {
    const found = rest.rpc("find_products", { words }).select(PREVIEW_COLUMNS);
    return rowsOf(await found.is("archived_at", null).order("name").order("id").limit(maxCount));
  });
  return (rows ?? []).map(productSummaryFromRow);
}
