import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import textStyles from "#app/ui/text.module.css";
import { useForm } from "#app/ui/use-form.ts";
import type { ProductSummary } from "./product.ts";
import styles from "./product-finder.module.css";
import { listFirstProducts } from "./product-queries.ts";

const MAX_FOUND = 6;

/**
 * Search form to choose products.
 * @param taken ids of products already chosen
 * @param isFull whether no more can be chosen
 */
export function ProductFinder({
  title = t("Find a product"),
  label = t("Find a product to add"),
  verb = t("Add"),
  taken,
  isFull,
  onAdd,
}: {
  /** Accessible name of the form, for pages with two of them. */
  title?: string;
  label?: string;
  /** Verb on the button, such as "Add". */
  verb?: string;
  taken: readonly number[];
  isFull: boolean;
  onAdd: (product: ProductSummary) => void;
}) {
  const [found, setFound] = useState<readonly ProductSummary[] | null>(null);
  const form = useForm({
    read: (field) => field("query").trim(),
    check: (words) => ({ query: words === "" ? t("Enter a word") : undefined }),
    send: async (words) => {
      setFound(await listFirstProducts(getBrowserData().rest, words, MAX_FOUND));
      return null;
    },
  });
  return (
    <form {...form.props} aria-label={title} className={styles.form}>
      <div className={styles.field}>
        <TextField label={label} name="query" type="search" autoComplete="off" error={form.errors["query"]} />
      </div>
      <Button type="submit" variation="secondary" disabled={form.isBusy}>
        {t("Find")}
      </Button>
      <FormAnswer answer={form.answer} />
      <div role="status">
        {found === null ? null : found.length === 0 ? (
          <p>{t("No products found.")}</p>
        ) : (
          <ul className={styles.list}>
            {found.map((product) => (
              <li key={product.id} className={styles.line}>
                <span className={styles.name}>
                  {product.name}
                  {product.size ? <span className={textStyles.meta}> {product.size}</span> : null}
                </span>
                {taken.includes(product.id) ? (
                  <span className={textStyles.meta}>{t("Added")}</span>
                ) : (
                  <Button size="small" variation="secondary" disabled={isFull} onClick={() => onAdd(product)}>
                    {verb}
                    <HiddenText> {product.name}</HiddenText>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </form>
  );
}
