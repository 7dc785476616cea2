import { useState } from "react";
import { AccountActions, AccountForm } from "#app/features/account/account-section.tsx";
import { removeBilling, saveBillingForNextOrder } from "#app/features/saved-details/saved-details.ts";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Question } from "#app/ui/question.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { phoneText } from "#app/values/contact.ts";
import { orError } from "#app/values/error-text.ts";
import { type BillingDetails, readBilling, trimBilling, validateBilling } from "./billing.ts";
import { BillingFields } from "./billing-fields.tsx";

/** Last billing details, saved in the account for the next order. */
export function SavedBilling({ billing }: { billing: BillingDetails | null }) {
  const [isChanging, setChanging] = useState(false);
  const [isLeaving, setLeaving] = useState(false);

  async function handleRemove() {
    await orError(removeBilling(getBrowserData()), t("We couldn't delete your billing details. Try again."));
    await invalidateReads();
    setLeaving(false);
    showToast({ kind: "success", text: t("Billing details deleted.") });
  }

  return (
    <PanelSection title={t("Billing details")}>
      {billing ? (
        <p>{billingText(billing)}</p>
      ) : (
        <p>{t("No billing details yet. We save them with your next order and fill them in after that.")}</p>
      )}
      <AccountActions>
        <Button variation="secondary" onClick={() => setChanging(true)}>
          {billing ? t("Change billing details") : t("Add billing details")}
        </Button>
        {billing ? (
          <Button variation="secondary" onClick={() => setLeaving(true)}>
            {t("Delete billing details")}
          </Button>
        ) : null}
      </AccountActions>
      {isChanging ? (
        <BillingDialog
          billing={billing}
          onSaved={async () => {
            await invalidateReads();
            setChanging(false);
            showToast({ kind: "success", text: t("Billing details saved.") });
          }}
          onClose={() => setChanging(false)}
        />
      ) : null}
      {isLeaving ? (
        <Question
          title={t("Delete your billing details?")}
          yes={t("Delete")}
          no={t("Keep details")}
          onYes={handleRemove}
          onClose={() => setLeaving(false)}
        >
          {t("We will no longer fill them in. Orders keep their details.")}
        </Question>
      ) : null}
    </PanelSection>
  );
}

function BillingDialog({
  billing,
  onSaved,
  onClose,
}: {
  billing: BillingDetails | null;
  onSaved: () => Promise<void>;
  onClose: () => void;
}) {
  const form = useForm({
    read: (read) => trimBilling(readBilling(read)),
    check: validateBilling,
    send: async (details) => {
      const saved = saveBillingForNextOrder(getBrowserData(), details);
      await orError(saved, t("We couldn't save your details. Try again."));
      await onSaved();
    },
  });
  return (
    <Dialog title={t("Billing details")} onClose={onClose}>
      <AccountForm {...form.props} label={t("Billing details")}>
        <BillingFields initial={billing ?? {}} errors={form.errors} />
        <FormAnswer answer={form.answer} />
        <AccountActions>
          <SubmitButton form={form}>{t("Save billing details")}</SubmitButton>
          <Button variation="secondary" onClick={onClose}>
            {t("Cancel")}
          </Button>
        </AccountActions>
      </AccountForm>
    </Dialog>
  );
}

function billingText({ name, line1, city, state, postalCode, country, email, phone }: BillingDetails): string {
  return [name, line1, `${city}, ${state} ${postalCode}`, country, email, phoneText(phone)].join(", ");
}
