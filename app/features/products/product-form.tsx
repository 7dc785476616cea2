import { type FormEvent, type ReactNode, useState } from "react";
import {
  isSamePictures,
  type PictureToSave,
  pictureProblems,
  picturesToSave,
} from "#app/features/images/picture-list.ts";
import { PicturesField } from "#app/features/images/pictures-field.tsx";
import { usePictureList } from "#app/features/images/use-picture-list.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import dialogStyles from "#app/ui/dialog-form.module.css";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { type Answer, done, rejected } from "#app/ui/use-attempt.ts";
import { type FieldErrors, useForm } from "#app/ui/use-form.ts";
import { isSameJson } from "#app/values/merge-changes.ts";
import { findTakenBarcodes } from "./item-queries.ts";
import styles from "./product-dialog.module.css";
import { draftProblems, type ProductDraft, readProductDraft } from "./product-draft.ts";
import type { ProductInForm } from "./product-editor-queries.ts";
import { ProductFields } from "./product-fields.tsx";

export interface ProductFormProps {
  edited: ProductInForm;
  submitLabel: string;
  /**
   * @param shown values of the form before any typing
   * @returns the error messages, or null on success
   */
  onSubmit: (
    draft: ProductDraft,
    pictures: PictureToSave[],
    onProgress: (words: string) => void,
    shown: ProductDraft,
  ) => Promise<{ toast: string; message: string } | null>;
}

/**
 * Product form, empty or filled in. Images, amounts, stock, sizes, and codes are validated here; the database validates
 * the rest, and the form explains its errors.
 */
export function ProductForm({
  edited,
  submitLabel,
  onSubmit,
  autosaveKey,
  preview,
  onCancel,
  choices,
  children,
}: ProductFormProps & {
  /** Key of the form's autosave; no autosave without it. */
  autosaveKey?: string;
  /** Renders a preview beside the form, from the typed values and the URL of the first image. */
  preview?: (draft: ProductDraft, image: string) => ReactNode;
  onCancel?: () => void;
  /** Fields of the choices that shoppers have. */
  choices?: ReactNode;
  /** Fields above the others. */
  children?: ReactNode;
}) {
  const { product } = edited;
  const pictures = usePictureList(product?.pictures ?? []);
  const [progress, setProgress] = useState("");
  const [draft, setDraft] = useState<ProductDraft | null>(null);
  /** Increases when the form starts over, to remount the sizes with their initial values. */
  const [round, setRound] = useState(0);

  const form = useForm({
    read: (_, typed) => readProductDraft(typed),
    // Check everything before saving, because some values are saved after the product itself.
    check: (typed): FieldErrors => ({ ...draftProblems(typed), ...pictureProblems(pictures.pictures) }),
    send: save,
    ...(autosaveKey === undefined ? {} : { autosaveKey }),
  });
  const { answer, errors } = form;

  async function save(typed: ProductDraft, _: HTMLFormElement, shown: ProductDraft): Promise<Answer | null> {
    const chosen = await pictures.whenReady();
    // The last image may only now have finished processing.
    if (form.reject(pictureProblems(chosen))) return null;
    if (product && isSameJson(typed, shown) && isSamePictures(product.pictures, picturesToSave(chosen)))
      return done(t("Nothing changed."));
    if (form.reject(await findTakenBarcodes(getBrowserData(), product?.id ?? null, typed))) return null;
    const rejection = await onSubmit(typed, picturesToSave(chosen), setProgress, shown);
    setProgress("");
    if (!rejection) return null;
    showToast({ kind: "error", text: rejection.toast });
    // The dialog would cover a toast's text; this message is also announced.
    return rejected(rejection.message);
  }

  function handleInput(event: FormEvent<HTMLFormElement>) {
    form.props.onInput();
    if (preview) setDraft(readProductDraft(new FormData(event.currentTarget)));
  }

  /** Reads the initial values once the form has rendered its fields. */
  function readFirst(element: HTMLFormElement | null) {
    form.props.ref.current = element;
    if (preview && element && draft === null) setDraft(readProductDraft(new FormData(element)));
  }

  const fields = (
    <Stack
      as="form"
      gap={4}
      {...form.props}
      ref={readFirst}
      onInput={handleInput}
      noValidate={false}
      aria-label={submitLabel}
    >
      <RestoredDraftNotice
        since={form.autosaved.since}
        savedSince={form.autosaved.savedSince}
        onStartOver={() => {
          form.autosaved.onStartOver();
          setRound(round + 1);
        }}
      />
      {children}
      <ProductFields edited={edited} round={round} errors={errors} />
      {choices ? (
        <Stack as="fieldset" gap={3}>
          <legend className={textStyles.label}>{t("Cuts and choices")}</legend>
          {choices}
        </Stack>
      ) : null}
      <PicturesField list={pictures} isBusy={form.isBusy} />
      {/* The end of a long form may be out of view. */}
      <SaveBar ref={answer === null ? null : scrollToEnd} isSticky={Boolean(preview)}>
        <FormAnswer answer={answer} />
        <p role="status" className={textStyles.meta}>
          {progress}
        </p>
        <div className={dialogStyles.actions}>
          <SubmitButton form={form}>{form.isBusy ? t("Saving...") : submitLabel}</SubmitButton>
          {onCancel ? (
            <Button variation="secondary" disabled={form.isBusy} onClick={onCancel}>
              {t("Cancel")}
            </Button>
          ) : null}
        </div>
      </SaveBar>
    </Stack>
  );
  if (!preview) return fields;
  return (
    <div className={styles.editor}>
      {fields}
      <aside className={styles.aside}>
        {draft === null ? null : preview(draft, pictures.pictures[0]?.preview ?? "")}
      </aside>
    </div>
  );
}

function scrollToEnd(element: HTMLElement | null) {
  element?.scrollIntoView({ block: "end" });
}
