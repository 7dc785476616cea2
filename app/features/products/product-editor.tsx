import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Link, useNavigate } from "react-router";
import { type CategoryPrefix, categories, getCategory } from "#app/features/catalog/categories.ts";
import { productPath } from "#app/features/catalog/product.ts";
import type { PictureToSave } from "#app/features/images/picture-list.ts";
import { removeUnusedPictures } from "#app/features/images/product-pictures.ts";
import { nodes } from "#app/messages/nodes.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { DateTime } from "#app/ui/date-time.tsx";
import { CheckboxField, Options, SelectField } from "#app/ui/field.tsx";
import { focusIfLost } from "#app/ui/focus-if-lost.ts";
import { FormMessage } from "#app/ui/form-message.tsx";
import { Section } from "#app/ui/section.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { Autosaves } from "#app/ui/unsaved-changes-prompt.tsx";
import { centsFrom, moneyText } from "#app/values/money.ts";
import { addProduct } from "./add-product.ts";
import { changeProduct } from "./change-product.ts";
import type { EditedGroup } from "./choice-group-queries.ts";
import { CardPreview, SearchPreview } from "./draft-previews.tsx";
import type { ProductDraft } from "./product-draft.ts";
import styles from "./product-editor.module.css";
import type { EditedProduct, HistoryEntry } from "./product-editor-queries.ts";
import { NEW_PRODUCT } from "./product-editor-queries.ts";
import { ProductForm } from "./product-form.tsx";

/** Page to edit one product: the whole form with previews of its card and search result, and its price history. */
export function ProductEditor({
  edited,
  choices,
  history,
  shopName,
}: {
  edited: EditedProduct;
  choices: ProductChoicesProps;
  history: readonly HistoryEntry[];
  shopName: string;
}) {
  const { product, isHidden } = edited;
  // Increases after each save, to remount the form with the reloaded product.
  const [round, setRound] = useState(0);

  async function handleSubmit(
    typed: ProductDraft,
    pictures: PictureToSave[],
    onProgress: (words: string) => void,
    shown: ProductDraft,
  ) {
    const data = getBrowserData();
    const category = getCategory(product.prefix);
    const result = await changeProduct(data, category, edited, { shown, typed }, pictures, onProgress);
    if (result.kind === "rejected") return result;
    showToast({ kind: "success", text: t("Product saved") });
    for (const text of result.problems) showToast({ kind: "error", text });
    await invalidateReads();
    // If this fails, the unused image only stays in the bucket.
    removeUnusedPictures(data, result.replaced).catch(console.error);
    // Wait until the form has cleared its autosave, or the remounted form would restore it.
    setTimeout(() => {
      flushSync(() => setRound((count) => count + 1));
      focusIfLost(document.querySelector("#content form [type=submit]"));
    });
    return null;
  }

  return (
    <Autosaves>
      <h1>{product.name}</h1>
      {isHidden ? (
        <FormMessage kind="information">{t("This product is hidden. Show it in the table of products.")}</FormMessage>
      ) : (
        <p>
          <Link to={productPath(product)}>{t("View in store")}</Link>
        </p>
      )}
      <p>
        {getCategory(product.prefix).title()} ·{" "}
        <Link to={`/desk/stock/history?product=${product.id}`}>{t("Stock history")}</Link> ·{" "}
        <Link to="/desk/stock/report">{t("Cost and margin")}</Link>
      </p>
      <ProductForm
        key={round}
        edited={edited}
        choices={<ProductChoices {...choices} />}
        submitLabel={t("Save product")}
        autosaveKey={`product ${product.id}`}
        onSubmit={handleSubmit}
        preview={(draft, image) => (
          <>
            <CardPreview draft={draft} image={image} prefix={product.prefix} id={product.id} />
            <SearchPreview draft={draft} path={productPath(product)} shopName={shopName} />
            {history.length === 0 ? null : (
              <Section title={t("Price history")}>
                <ul className={styles.list}>
                  {history.map(({ id, happened_at, actor, before, after }) => (
                    <li key={id} className={styles.entry}>
                      <span>
                        {before === null ? t("Added at") : `${pricesText(before)} →`}{" "}
                        {after === null ? t("deleted") : pricesText(after)}
                      </span>
                      <span className={textStyles.soft}>
                        {actor} · <DateTime at={happened_at} />
                      </span>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      />
    </Autosaves>
  );
}

/** Page to add a product. */
export function NewProduct({ shopName }: { shopName: string }) {
  const navigate = useNavigate();
  const [prefix, setPrefix] = useState<CategoryPrefix>("condiments");

  async function handleSubmit(draft: ProductDraft, pictures: PictureToSave[], onProgress: (words: string) => void) {
    const added = await addProduct(getBrowserData(), getCategory(prefix), draft, pictures, onProgress);
    if (added.kind === "rejected") return added;
    showToast({ kind: "success", text: t("Product added") });
    for (const text of added.problems) showToast({ kind: "error", text });
    // Wait until the submitted form has cleared its autosave, or the unsaved-changes prompt would open.
    setTimeout(() => void navigate(`/desk/products/${prefix}/${added.id}`, { replace: true }));
    return null;
  }

  return (
    <Autosaves>
      <h1>{t("New product")}</h1>
      <ProductForm
        edited={NEW_PRODUCT}
        submitLabel={t("Add product")}
        autosaveKey="product new"
        onSubmit={handleSubmit}
        preview={(draft, image) => (
          <>
            <CardPreview draft={draft} image={image} prefix={prefix} id={0} />
            <SearchPreview draft={draft} path={`/products/${prefix}/…`} shopName={shopName} />
          </>
        )}
      >
        <SelectField
          label={t("Category")}
          name="category"
          value={prefix}
          onValue={(value) => setPrefix(value as CategoryPrefix)}
        >
          <Options of={categories.map((category) => [category.prefix, category.title()])} />
        </SelectField>
      </ProductForm>
    </Autosaves>
  );
}

function pricesText(values: unknown): string {
  const { price, discount_price } = values as { price?: number | null; discount_price?: number | null };
  const whole = typeof price === "number" ? moneyText(centsFrom(price)) : t("none");
  return typeof discount_price === "number"
    ? t("{amount} instead of {whole}", { amount: moneyText(centsFrom(discount_price)), whole })
    : whole;
}

/** All groups of choices, and those of a product. */
type ProductChoicesProps = { groups: readonly EditedGroup[]; chosenIds: readonly number[] };

/** Fields of the groups of choices that a product offers. Its current groups come first, in their order. */
function ProductChoices({ groups, chosenIds }: ProductChoicesProps) {
  const placeOf = ({ id }: EditedGroup) => {
    const place = chosenIds.indexOf(id);
    return place === -1 ? chosenIds.length : place;
  };
  const sorted = groups.toSorted((one, other) => placeOf(one) - placeOf(other));
  const link = (words: ReactNode) => <Link to="/desk/products/choices">{words}</Link>;
  return (
    <Stack gap={4}>
      {sorted.map((group) => (
        <CheckboxField
          key={group.id}
          name="group"
          value={group.id}
          label={`${group.name}: ${group.choices.map(({ label }) => label).join(", ")}`}
          defaultChecked={chosenIds.includes(group.id)}
        />
      ))}
      <p>
        {groups.length === 0
          ? nodes(t("Let shoppers choose how you cut and prepare this product: <link>add a group</link>."), { link })
          : link(t("Edit groups"))}
      </p>
    </Stack>
  );
}
