import { useRef } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { ProductForm, type ProductFormProps } from "./product-form.tsx";

/** Product form in a dialog, which stays open while it saves. */
export function ProductDialog({
  title,
  onSubmit,
  onClose,
  ...form
}: ProductFormProps & { title: string; onClose: () => void }) {
  const isBusy = useRef(false);

  function handleClose() {
    if (!isBusy.current) onClose();
  }

  return (
    <Dialog title={title} onClose={handleClose}>
      <ProductForm
        {...form}
        onSubmit={async (...given) => {
          isBusy.current = true;
          try {
            return await onSubmit(...given);
          } finally {
            isBusy.current = false;
          }
        }}
        onCancel={handleClose}
      />
    </Dialog>
  );
}
