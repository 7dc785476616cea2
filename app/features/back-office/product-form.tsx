import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import type { Product } from "#app/features/catalogue/product.ts";
import { Button } from "#app/ui/button.tsx";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormMessage } from "#app/ui/form-message.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { amountFromText, amountInWords } from "#app/values/amount-text.ts";
import { amountText } from "#app/values/money.ts";
import { AvailabilityFields } from "./availability-fields.tsx";
import type { PictureChange } from "./change-product.ts";
import { FactFields } from "./fact-fields.tsx";
import { fitPicture } from "./fit-picture.ts";
import { PictureField } from "./picture-field.tsx";
import { draftProblems, type ProductDraft, readProductDraft } from "./product-draft.ts";
import styles from "./product-form.module.css";
import { SizeFields, type SizeInForm } from "./size-fields.tsx";

export interface PictureChanges {
  first: PictureChange;
  second: PictureChange;
}

interface PictureState {
  change: PictureChange;
  problem: string | null;
}

const KEPT: PictureState = { change: { kind: "keep" }, problem: null };

/**
 * A product's own form, empty or filled in. Pictures, amounts, counts and sizes apart, it sets no rules of its own:
 * what the database refuses is said in plain words, and what was typed stays.
 */
export function ProductForm({
  product,
  stockCount,
  sizes,
  submitLabel,
  onSubmit,
  onBusyChange,
  onCancel,
}: {
  product: Product | null;
  /** How many are left; null when nobody counted. */
  stockCount: number | null;
  sizes: readonly SizeInForm[];
  submitLabel: string;
  /** @returns what stood in the way; null when the form has done its work */
  onSubmit: (
    draft: ProductDraft,
    pictures: PictureChanges,
  ) => Promise<{ toast: string; message: string } | null>;
  onBusyChange: (isBusy: boolean) => void;
  onCancel: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [first, setFirst] = useState(KEPT);
  const [second, setSecond] = useState(KEPT);
  const [message, setMessage] = useState<string | null>(null);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isSaving, setSaving] = useState(false);
  const end = useRef<HTMLDivElement>(null);

  // A long form may have its end out of sight.
  useEffect(() => {
    if (message !== null) end.current?.scrollIntoView({ block: "end" });
  }, [message]);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setMessage(null);
    const wrong = first.problem ? "img1" : second.problem ? "img2" : null;
    if (wrong) {
      form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus();
      return;
    }
    const draft = readProductDraft(new FormData(event.currentTarget));
    // Some is saved after everything else, so it is looked at before anything is.
    const found = draftProblems(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) {
      const fields = form.current?.querySelectorAll<HTMLInputElement>("[name]") ?? [];
      [...fields].find(({ name }) => Object.hasOwn(found, name))?.focus();
      return;
    }
    setBusy(true);
    const pictures = { first: await fitChange(first.change), second: await fitChange(second.change) };
    if (!pictures.first || !pictures.second) {
      setBusy(false);
      return refusePicture(pictures.first ? "Image 2" : "Image 1");
    }
    const refusal = await onSubmit(draft, { first: pictures.first, second: pictures.second });
    setBusy(false);
    if (!refusal) return;
    showToast({ kind: "error", text: refusal.toast });
    // A toast lies under the dialog; here it is also read out.
    setMessage(refusal.message);
  }

  /** Most sizes say how much there is. */
  function handleSize(event: FocusEvent<HTMLInputElement>) {
    const amount = form.current?.querySelector<HTMLInputElement>('[name="amount"]');
    const read = amountFromText(event.currentTarget.value);
    if (amount && read && amount.value.trim() === "") amount.value = amountInWords(read);
  }

  function refusePicture(label: "Image 1" | "Image 2") {
    const problem = `${label} is too large, and this browser cannot make it smaller. Please choose another picture.`;
    const [name, setPicture] = label === "Image 1" ? ["img1", setFirst] : ["img2", setSecond];
    setPicture(({ change }) => ({ change, problem }));
    form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  }

  function setBusy(isBusy: boolean) {
    setSaving(isBusy);
    onBusyChange(isBusy);
  }

  return (
    <form ref={form} aria-label={submitLabel} className={styles.form} onSubmit={handleSubmit}>
      <TextField label="Name" name="name" defaultValue={product?.name} />
      <TextField
        label="Description header"
        name="description_header"
        defaultValue={product?.descriptionHeader}
      />
      <TextAreaField label="Description" name="description" defaultValue={product?.description} />
      <div className={styles.pair}>
        <TextField
          {...money}
          label="Price"
          name="price"
          defaultValue={amountText(product?.priceCents ?? null)}
        />
        <TextField
          {...money}
          label="Discount price"
          name="discount_price"
          defaultValue={amountText(product?.discountPriceCents ?? null)}
          hint="Empty: no discount"
        />
      </div>
      <div className={styles.pair}>
        <TextField label="Size" name="size" defaultValue={product?.size} onBlur={handleSize} />
        <TextField
          label="Amount"
          name="amount"
          autoComplete="off"
          defaultValue={product?.amount ? amountInWords(product.amount) : ""}
          hint="For the price of a unit: 20 lb, 500 g, 6 ct"
          error={problems["amount"]}
        />
      </div>
      <AvailabilityFields
        availability={product?.availability ?? "available"}
        stockCount={stockCount}
        error={problems["stock_count"]}
      />
      <SizeFields sizes={sizes} errors={problems} />
      <FactFields product={product} />
      <PictureField
        label="Image 1"
        name="img1"
        current={product?.image ?? ""}
        error={first.problem ?? undefined}
        onChange={(change, problem) => setFirst({ change, problem })}
      />
      <PictureField
        label="Image 2"
        name="img2"
        current={product?.secondImage ?? ""}
        error={second.problem ?? undefined}
        onChange={(change, problem) => setSecond({ change, problem })}
      />
      {message ? <FormMessage>{message}</FormMessage> : null}
      <div ref={end} className={styles.actions}>
        <Button type="submit" disabled={isSaving}>
          {isSaving ? "Saving..." : submitLabel}
        </Button>
        <Button variation="secondary" disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Null when the picture cannot be made small enough. */
async function fitChange(change: PictureChange): Promise<PictureChange | null> {
  if (change.kind !== "replace") return change;
  const file = await fitPicture(change.file);
  return file && { kind: "replace", file };
}

const money = { type: "number", step: "0.01", inputMode: "decimal" } as const;
