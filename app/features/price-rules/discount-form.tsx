import { use, useState } from "react";
import { categories } from "#app/features/catalog/categories.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import styles from "#app/ui/editable-list.module.css";
import { CheckboxField, TextField } from "#app/ui/field.tsx";
import { FormEnd } from "#app/ui/form-end.tsx";
import { RadioChoice } from "#app/ui/radio-choice.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { ShopTimeZone } from "#app/ui/shop-time-zone.ts";
import { Stack } from "#app/ui/stack.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { shopDayOf } from "#app/values/shop-clock.ts";
import { type DiscountDraft, discountRow, readDiscountDraft, validateDiscount } from "./discount-draft.ts";
import type { DiscountCode } from "./discount-queries.ts";
import { saveDiscountCode } from "./save-discount.ts";

/** Form for a new discount code, or to edit one. */
export function DiscountForm({ discount, onSaved }: { discount: DiscountCode | null; onSaved: () => Promise<void> }) {
  const timeZone = use(ShopTimeZone);
  const [kind, setKind] = useState<"percent" | "amount">(discount?.amount ? "amount" : "percent");
  const form = useForm({
    autosaveKey: `code ${discount?.id ?? "new"}`,
    read: readDiscountDraft,
    check: (draft) => validateDiscount(draft, timeZone),
    send: async (draft, _, shown) => {
      const now = new Date();
      const rowOf = (values: DiscountDraft) => discountRow(values, timeZone, now);
      await saveDiscountCode(getBrowserData(), discount, rowOf(draft), rowOf(shown), timeZone);
      await onSaved();
      showToast({ kind: "success", text: t("Code saved.") });
    },
  });
  const dayOf = (instant: string | null, msBefore = 0) =>
    instant === null ? "" : shopDayOf(new Date(new Date(instant).getTime() - msBefore), timeZone);

  return (
    <form {...form.props} aria-label={discount ? t("Change code") : t("Add code")} className={styles.form}>
      <RestoredDraftNotice {...form.autosaved} />
      <TextField
        label={t("Code")}
        {...form.field("code")}
        required
        autoCapitalize="characters"
        spellCheck={false}
        hint={t("Letters and digits, such as WELCOME10")}
        defaultValue={discount?.code}
      />
      <RadioChoice
        legend={t("Discount")}
        name="kind"
        options={[
          ["percent", t("A percentage")],
          ["amount", t("An amount")],
        ]}
        chosen={kind}
        onChoose={setKind}
      />
      <TextField
        label={kind === "percent" ? t("Percent") : t("Dollars")}
        {...form.field("value")}
        required
        inputMode="decimal"
        defaultValue={discount?.percent ?? discount?.amount ?? ""}
      />
      <TextField
        label={t("Minimum product total in dollars (optional)")}
        {...form.field("minProducts")}
        inputMode="decimal"
        defaultValue={discount?.min_subtotal ? discount.min_subtotal : ""}
      />
      <Stack as="fieldset" gap={2}>
        <legend>{t("Only for these categories (none selected: all)")}</legend>
        {categories.map(({ prefix, title }) => (
          <CheckboxField
            key={prefix}
            name="categories"
            value={prefix}
            label={title()}
            defaultChecked={discount?.categories.includes(prefix) ?? false}
          />
        ))}
      </Stack>
      <TextField
        label={t("First day (optional)")}
        {...form.field("from")}
        type="date"
        defaultValue={discount ? dayOf(discount.valid_from) : ""}
      />
      <TextField
        label={t("Last day (optional)")}
        {...form.field("until")}
        type="date"
        defaultValue={dayOf(discount?.valid_until ?? null, 1)}
      />
      <TextField
        label={t("Total number of uses (optional)")}
        {...form.field("maxUses")}
        inputMode="numeric"
        defaultValue={discount?.max_uses ?? ""}
      />
      <CheckboxField
        name="oncePerPerson"
        label={t("Once per customer")}
        defaultChecked={discount?.once_per_person ?? false}
      />
      <FormEnd form={form}>{discount ? t("Save code") : t("Add code")}</FormEnd>
    </form>
  );
}
