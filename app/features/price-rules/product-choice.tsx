import { type ReactNode, useRef, useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { useAutosavedValue } from "#app/ui/use-autosaved-fields.ts";
import { type FoundProduct, findOfferedProducts } from "./offer-queries.ts";

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
  children?: (product: FoundProduct) => ReactNode;
}) {
  const [found, setFound] = useState<readonly FoundProduct[] | null>(null);
  const [isMissing, setMissing] = useState(false);
  const typed = useRef("");
  const autosavedProduct = useAutosavedValue(autosavedAs, "productId");
  const [chosenId, setChosenId] = useState("");

  async function find(words: string) {
    typed.current = words;
    try {
      const products = await findOfferedProducts(getBrowserData(), words);
      // Drop the response if the text has changed since.
      if (typed.current !== words) return;
      setFound(words.trim() === "" ? null : products);
      setMissing(false);
    } catch (problem) {
      console.error(problem);
      if (typed.current === words) setMissing(true);
    }
  }

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
        onChange={(event) => void find(event.currentTarget.value)}
      />
      <div role="status">
        {isMissing
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
