import { useState } from "react";
import type { ProductPicture } from "#app/features/catalog/product.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import styles from "#app/ui/dialog-form.module.css";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { Stack } from "#app/ui/stack.tsx";
import textStyles from "#app/ui/text.module.css";
import { showToast } from "#app/ui/toast.tsx";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { uploadChanges } from "./picture-changes.ts";
import { labelOf, pictureProblems, picturesToSave } from "./picture-list.ts";
import { PicturesField } from "./pictures-field.tsx";
import { removeUnusedPictures } from "./product-pictures.ts";
import { savePictures } from "./save-pictures.ts";
import { usePictureList } from "./use-picture-list.ts";

/** Dialog to edit the images of one product, for staff in the aisles with a phone. */
export function PicturesDialog({
  product,
  onClose,
}: {
  product: { id: number; name: string; pictures: readonly ProductPicture[] };
  onClose: () => void;
}) {
  const pictures = usePictureList(product.pictures);
  const [progress, setProgress] = useState("");

  const form = useForm({
    read: () => null,
    check: () => pictureProblems(pictures.pictures),
    send: async () => {
      const data = getBrowserData();
      const chosen = await pictures.whenReady();
      // The last image may only now have finished processing.
      if (form.reject(pictureProblems(chosen))) return null;
      const after = picturesToSave(chosen);
      const uploads = await uploadChanges(data, after, setProgress);
      setProgress("");
      if (uploads.kind === "failed") {
        return rejected(t("{label} could not be uploaded. Nothing changed.", { label: labelOf(uploads.place) }));
      }
      const replaced = await savePictures(data, product, after, uploads);
      if (replaced === null) return rejected(t("We couldn't save the images. Try again."));
      onClose();
      showToast({ kind: "success", text: t("Images of {name} saved.", { name: product.name }) });
      await invalidateReads();
      // If this fails, the unused image only stays in the bucket.
      await removeUnusedPictures(data, replaced).catch(console.error);
      return null;
    },
  });

  function handleClose() {
    if (!form.isBusy) onClose();
  }

  return (
    <Dialog title={t("Images of {name}", { name: product.name })} onClose={handleClose}>
      <Stack as="form" gap={4} {...form.props} aria-label={t("Images")}>
        <PicturesField list={pictures} isBusy={form.isBusy} />
        <FormAnswer answer={form.answer} />
        <p role="status" className={textStyles.meta}>
          {progress}
        </p>
        <div className={styles.actions}>
          <SubmitButton form={form}>{form.isBusy ? t("Saving...") : t("Save images")}</SubmitButton>
          <Button variation="secondary" disabled={form.isBusy} onClick={handleClose}>
            {t("Cancel")}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}
