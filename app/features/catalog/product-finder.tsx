import { type ReactNode, useState } from "react";
import { t } from "#app/messages/t.ts";
import { type BrowserData, getBrowserData } from "#app/platform/browser-data.ts";
import { readWithRetries, rowsOf } from "#app/platform/reads.ts";
import { useTypedQuery } from "#app/platform/use-typed-query.ts";
import { SmallButton, SubmitButton } from "#app/ui/button.tsx";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { HiddenText } from "#app/ui/hidden-text.tsx";
import textStyles from "#app/ui/text.module.css";
import { useAutosavedValue } from "#app/ui/use-autosaved-fields.ts";
import { useForm } from "#app/ui/use-form.ts";
import { PREVIEW_COLUMNS, type ProductSummary, productSummaryFromRow } from "./product.ts";
import styles from "./product-finder.module.css";
import { listFirstProducts } from "./product-queries.ts";

const MAX_FOUND = 6;
const MAX_CHOICES = 20;

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
    },
  });
  return (
    <form {...form.props} aria-label={title} className={styles.form}>
      <div className={styles.field}>
        <TextField label={label} {...form.field("query")} type="search" />
      </div>
      <SubmitButton variation="secondary" form={form}>
        {t("Find")}
      </SubmitButton>
      <FormAnswer answer={form.answer} />
      <div role="status">
        {found === null ? null : found.length === 0 ? (
          <p>{t("No products found.")}</p>
        ) : (
          <FoundProducts>
            {found.map((product) => (
              <FoundProduct
                key={product.id}
                name={product.name}
                detail={product.size}
                action={taken.includes(product.id) ? null : verb}
                isDisabled={isFull}
                onChoose={() => onAdd(product)}
              />
            ))}
          </FoundProducts>
        )}
      </div>
    </form>
  );
}

/**
 * Searches for products while words are typed. Keeps the earlier products while the next search runs, so that the list
 * does not jump.
 * @param wordsOf parses the words to search for from the typed text
 * @param keyOf changes with everything that affects the search; null for no search
 * @returns `foundKey`: the key that `items` or `problem` belong to
 */
export function useProductSearch<Item>(
  find: (words: string) => Promise<Item[]>,
  {
    wordsOf = (typed) => typed.trim(),
    keyOf = (words) => words || null,
  }: { wordsOf?: (typed: string) => string; keyOf?: (words: string) => string | null } = {},
) {
  const [typed, setTyped] = useState("");
  const words = wordsOf(typed);
  const key = keyOf(words);
  const result = useTypedQuery(key, () => find(words));
  return {
    typed,
    setTyped,
    words,
    foundKey: result?.key ?? null,
    isCurrent: result !== null && result.key === key,
    items: result && "data" in result ? result.data : null,
    problem: result && "problem" in result ? result.problem : null,
  };
}

/** List of the products that a search found. */
export function FoundProducts({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.found} aria-label={label}>
      {children}
    </ul>
  );
}

/** Found product with a button to choose it. */
export function FoundProduct({
  name,
  detail,
  action,
  isDisabled = false,
  onChoose,
}: {
  name: string;
  /** Shown below the name, such as the stock. */
  detail: string;
  /** Verb on the button; null if the product is chosen already. */
  action: string | null;
  isDisabled?: boolean;
  onChoose: () => void;
}) {
  return (
    <li className={styles.line}>
      <span className={styles.name}>
        {name} {detail ? <span className={textStyles.meta}>{detail}</span> : null}
      </span>
      {action === null ? (
        <span className={textStyles.meta}>{t("Added")}</span>
      ) : (
        <SmallButton disabled={isDisabled} onClick={onChoose}>
          {action}
          <HiddenText> {name}</HiddenText>
        </SmallButton>
      )}
    </li>
  );
}

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
  const search = useProductSearch((words) => searchProducts(getBrowserData(), words, MAX_CHOICES));
  const found = search.items;
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
        hint={t("Part of its name")}
        onValue={search.setTyped}
      />
      <div role="status">
        {search.problem !== null
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
        onValue={setChosenId}
      >
        {found?.length ? null : <option value="">{t("Search first")}</option>}
        <Options of={(found ?? []).map(({ id, name }) => [id, name])} />
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
