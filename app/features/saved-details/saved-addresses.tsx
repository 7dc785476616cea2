import { useState } from "react";
import { AccountActions, AccountList, AccountListItem } from "#app/features/account/account-section.tsx";
import { t } from "#app/messages/t.ts";
import { deleteRow } from "#app/platform/changed-rows.ts";
import { invalidateReads } from "#app/platform/reads.ts";
import { Button, SmallButton } from "#app/ui/button.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Question } from "#app/ui/question.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { phoneText } from "#app/values/contact.ts";
import { orError } from "#app/values/error-text.ts";
import { AddressDialog } from "./address-dialog.tsx";
import { addressText, type SavedAddress } from "./saved-address.ts";

/** List of saved delivery addresses, with buttons to change and delete them. */
export function SavedAddresses({
  addresses,
  shopState,
}: {
  addresses: readonly SavedAddress[];
  /** The only state that the store delivers to. */
  shopState: string;
}) {
  const [edited, setEdited] = useState<SavedAddress | "new" | null>(null);
  const [leaving, setLeaving] = useState<SavedAddress | null>(null);

  const text = (address: SavedAddress) => addressText(address, shopState);

  async function handleSaved() {
    await invalidateReads();
    setEdited(null);
    showToast({ kind: "success", text: t("Address saved.") });
  }

  async function handleRemove({ id }: SavedAddress) {
    await orError(deleteRow("saved_addresses", id, t("This address")), t("We couldn't delete the address. Try again."));
    await invalidateReads();
    setLeaving(null);
    showToast({ kind: "success", text: t("Address deleted.") });
  }

  return (
    <PanelSection title={t("Delivery addresses")}>
      {addresses.length === 0 ? (
        <p>{t("No addresses yet. We save the address of your next delivery and fill it in after that.")}</p>
      ) : (
        <AccountList>
          {addresses.map((address) => (
            <AccountListItem key={address.id} name={text(address)} detail={detailOf(address)}>
              <AccountActions>
                <SmallButton
                  aria-label={t("Change {address}", { address: text(address) })}
                  onClick={() => setEdited(address)}
                >
                  {t("Change")}
                </SmallButton>
                <SmallButton
                  aria-label={t("Delete {address}", { address: text(address) })}
                  onClick={() => setLeaving(address)}
                >
                  {t("Delete")}
                </SmallButton>
              </AccountActions>
            </AccountListItem>
          ))}
        </AccountList>
      )}
      <Button isNarrow variation="secondary" onClick={() => setEdited("new")}>
        {t("Add address")}
      </Button>
      {edited ? (
        <AddressDialog
          address={edited === "new" ? null : edited}
          onSaved={handleSaved}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {leaving ? (
        <Question
          title={t("Delete this address?")}
          yes={t("Delete")}
          no={t("Keep address")}
          onYes={() => handleRemove(leaving)}
          onClose={() => setLeaving(null)}
        >
          {t("We will no longer fill in {address}. Orders keep their address.", { address: text(leaving) })}
        </Question>
      ) : null}
    </PanelSection>
  );
}

function detailOf({ phone, instructions }: SavedAddress): string {
  return [phoneText(phone), instructions].filter((part) => part !== "").join(" · ");
}
