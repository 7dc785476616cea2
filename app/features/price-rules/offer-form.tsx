import { use, useState } from "react";
import { categories } from "#app/features/catalog/categories.ts";
import { ProductChoice } from "#app/features/catalog/product-finder.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import listStyles from "#app/ui/editable-list.module.css";
import { Options, SelectField, TextField } from "#app/ui/field.tsx";
import { FormEnd } from "#app/ui/form-end.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { useForm } from "#app/ui/use-form.ts";
import { moneyText } from "#app/values/money.ts";
import { offerPriceCents, offerProblems, offerRow, offerRows, readOfferDraft } from "./offer-draft.ts";
import styles from "./offer-form.module.css";
import type { PricedProduct } from "./offer-queries.ts";
import { addOffers } from "./save-offer.ts";

const AUTOSAVED_AS = "offer";

/**
 * Form of a new offer: product or category, price or percentage, start and end.
 * @param chosen products selected in the product table, each of which gets an offer; empty to choose here
 * @param onSaved receives the ids of the new offers
 */
export function OfferForm({
  chosen,
  onSaved,
}: {
  chosen: readonly PricedProduct[];
  onSaved: (ids: readonly number[]) => Promise<void>;
}) {
  const timeZone = use(ShopTimeZone);
  const [isProduct, setProduct] = useState(true);
  const [isPercent, setPercent] = useState(true);
  const [value, setValue] = useState("");
  const form = useForm({
    // No autosave for products selected in the product table: a later form starts without them.
    ...(chosen.length === 0 ? { autosaveKey: AUTOSAVED_AS } : {}),
    read: readOfferDraft,
    check: (draft) => offerProblems(draft, timeZone, new Date()),
    send: async (draft) => {
      const rows =
        chosen.length === 0
          ? [offerRow(draft, timeZone)]
          : offerRows(
              draft,
              timeZone,
              chosen.map(({ id }) => id),
            );
      await onSaved(await addOffers(getBrowserData(), rows));
    },
  });
  return (
    <form {...form.props} aria-label={t("Add offer")} className={listStyles.form}>
      <RestoredDraftNotice {...form.autosaved} />
      {chosen.length > 0 ? (
        <input type="hidden" name="for" value="products" />
      ) : (
        <RadioChoice
          legend={t("On offer")}
          name="for"
          options={[
            ["product", t("One product")],
            ["category", t("A whole category")],
          ]}
          chosen={isProduct ? "product" : "category"}
          onChoose={(value) => setProduct(value === "product")}
        />
      )}
      {chosen.length > 0 ? null : isProduct ? (
        <ProductChoice autosavedAs={AUTOSAVED_AS} error={form.errors.productId} />
      ) : (
        <SelectField label={t("Category")} {...form.field("category")} defaultValue="">
          <option value="">{t("Choose one")}</option>
          <Options of={categories.map(({ prefix, title }) => [prefix, title()])} />
        </SelectField>
      )}
      <RadioChoice
        legend={t("How much")}
        name="kind"
        options={[
          ["percent", t("A percentage off")],
          ["price", t("A price")],
        ]}
        chosen={isPercent ? "percent" : "price"}
        onChoose={(value) => setPercent(value === "percent")}
      />
      <TextField
        label={isPercent ? t("Percent") : t("Dollars each")}
        {...form.field("value")}
        required
        inputMode="decimal"
        hint={
          isPercent
            ? t("Also applies to sizes with their own price")
            : t("Applies where it is below the price. Sizes with their own price keep it")
        }
        onValue={setValue}
      />
      {chosen.length === 0 ? null : (
        <ChosenProducts chosen={chosen} kind={isPercent ? "percent" : "price"} value={value} />
      )}
      <TextField
        label={t("Starts (empty: now)")}
        {...form.field("from")}
        type="datetime-local"
        hint={t("Store time")}
      />
      <TextField label={t("Ends")} {...form.field("until")} type="datetime-local" required />
      <FormEnd form={form}>
        {chosen.length > 1 ? t("Add {count} offers", { count: chosen.length }) : t("Add offer")}
      </FormEnd>
    </form>
  );
}

/** Lists the selected products with their price before and during the offer. */
function ChosenProducts({ chosen, kind, value }: { chosen: readonly PricedProduct[]; kind: string; value: string }) {
  return (
    <section aria-label={t("Preview")}>
      <p>{t("{count, plural, one {# product} other {# products}}", { count: chosen.length })}</p>
      <ul className={styles.list}>
        {chosen.map(({ id, name, priceCents }) => {
          const cents = offerPriceCents(priceCents, kind, value);
          return (
            <li key={id}>
              {name}: {moneyText(priceCents)}
              {cents === null ? (value === "" ? null : t(", no change")) : ` → ${moneyText(cents)}`}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
