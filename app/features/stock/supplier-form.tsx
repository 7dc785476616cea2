import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { SubmitButton } from "#app/ui/button.tsx";
import styles from "#app/ui/editable-list.module.css";
import { TextAreaField, TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { RestoredDraftNotice } from "#app/ui/restored-draft-notice.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { saveSupplier } from "./save-supplier.ts";
import { readSupplierForm, type Supplier, validateSupplier } from "./supplier.ts";

/** Form for a new or existing supplier. */
export function SupplierForm({ supplier, onSaved }: { supplier: Supplier | null; onSaved: () => Promise<void> }) {
  const form = useForm({
    autosaveKey: `supplier ${supplier?.id ?? "new"}`,
    read: readSupplierForm,
    check: validateSupplier,
    send: async (typed, element) => {
      await saveSupplier(getBrowserData(), supplier, typed);
      if (supplier === null) element.reset();
      await onSaved();
      showToast({ kind: "success", text: t("Supplier saved.") });
    },
  });
  return (
    <form {...form.props} aria-label={supplier ? t("Change supplier") : t("Add supplier")} className={styles.form}>
      <RestoredDraftNotice {...form.autosaved} />
      <TextField label={t("Supplier name")} {...form.field("name")} maxLength={100} defaultValue={supplier?.name} />
      <TextField
        label={t("Contact (optional)")}
        name="contactName"
        maxLength={100}
        defaultValue={supplier?.contactName}
      />
      <TextField label={t("Phone (optional)")} name="phone" type="tel" maxLength={50} defaultValue={supplier?.phone} />
      <TextField
        label={t("Email (optional)")}
        {...form.field("email")}
        type="email"
        maxLength={254}
        defaultValue={supplier?.email}
      />
      <TextAreaField
        label={t("Note (optional)")}
        name="note"
        rows={2}
        maxLength={500}
        hint={t("Such as order days or the minimum order")}
        defaultValue={supplier?.note}
      />
      <SubmitButton form={form} isNarrow>
        {supplier ? t("Save supplier") : t("Add supplier")}
      </SubmitButton>
      <FormAnswer answer={form.answer} />
    </form>
  );
}
