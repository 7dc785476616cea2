import { AccountActions, AccountForm } from "#app/features/account/account-section.tsx";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button, SubmitButton } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/field.tsx";
import { FormAnswer } from "#app/ui/form-message.tsx";
import { NotSavedError } from "#app/ui/save-merged.ts";
import { rejected } from "#app/ui/use-attempt.ts";
import { useForm } from "#app/ui/use-form.ts";
import { phoneText } from "#app/values/contact.ts";
import { type Address, MAX_CHARACTERS, readAddress, type SavedAddress, validateAddress } from "./saved-address.ts";
import { changeAddress, saveAddress } from "./saved-details.ts";

/** Form for a new or an existing address, in a dialog. */
export function AddressDialog({
  address,
  onSaved,
  onClose,
}: {
  /** Null for a new address. */
  address: SavedAddress | null;
  onSaved: () => Promise<void>;
  onClose: () => void;
}) {
  const form = useForm({
    read: (field) => readAddress(field),
    check: validateAddress,
    send: async (typed) => {
      try {
        if (address) await changeAddress(getBrowserData(), address, typed);
        else await saveAddress(getBrowserData(), typed);
      } catch (error) {
        console.error(error);
        return rejected(error instanceof NotSavedError ? error.message : t("We couldn't save the address. Try again."));
      }
      await onSaved();
      return null;
    },
  });
  const field = (name: keyof Address) => ({
    name,
    maxLength: MAX_CHARACTERS[name],
    defaultValue: address?.[name] ?? "",
    error: form.errors[name],
  });

  return (
    <Dialog title={address ? t("Change address") : t("New address")} onClose={onClose}>
      <AccountForm {...form.props} label={t("Delivery address")}>
        <TextField {...field("street")} label={t("Street address")} autoComplete="address-line1" required />
        <TextField {...field("unit")} label={t("Apartment or suite (optional)")} autoComplete="address-line2" />
        <TextField {...field("city")} label={t("City")} autoComplete="address-level2" />
        <TextField
          {...field("postalCode")}
          label={t("ZIP code")}
          autoComplete="postal-code"
          inputMode="numeric"
          hint={t("Five digits")}
        />
        <TextField
          {...field("phone")}
          label={t("Phone number")}
          type="tel"
          autoComplete="tel-national"
          required
          defaultValue={address ? phoneText(address.phone) : ""}
          hint={t("10 digits, such as (281) 555-0142")}
        />
        <TextField {...field("instructions")} label={t("Instructions for the driver (optional)")} />
        <FormAnswer answer={form.answer} />
        <AccountActions>
          <SubmitButton form={form}>{t("Save address")}</SubmitButton>
          <Button variation="secondary" onClick={onClose}>
            {t("Cancel")}
          </Button>
        </AccountActions>
      </AccountForm>
    </Dialog>
  );
}
