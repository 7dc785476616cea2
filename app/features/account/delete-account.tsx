import { useState } from "react";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { type Account, deleteAccount } from "./account.ts";
import { ReauthenticatedQuestion } from "./reauthenticated-question.tsx";

/** Section to delete the account, confirmed by typing its email address or phone number. */
export function DeleteAccount({ account, onDeleted }: { account: Account; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const sign = account.email || (account.phone ?? "");

  function handleClose() {
    setAsking(false);
    setTyped("");
  }

  return (
    <PanelSection title={t("Delete my account")}>
      <p>
        {t(
          "We cancel your unpaid orders. We keep other orders for our records, without your name, address, or phone number. An order on its way keeps them until it arrives.",
        )}
      </p>
      <Button isNarrow variation="danger" onClick={() => setAsking(true)}>
        {t("Delete my account")}
      </Button>
      {isAsking ? (
        <ReauthenticatedQuestion
          title={t("Delete your account?")}
          yes={t("Delete account")}
          no={t("Keep account")}
          isYesOpen={typed.trim().toLowerCase() === sign.toLowerCase()}
          onYes={(reauthentication) => deleteAccount(getBrowserData(), reauthentication)}
          onDone={onDeleted}
          onClose={handleClose}
        >
          <p>{t("You can't undo this. You will lose access to your orders.")}</p>
          <TextField
            label={t("Type {sign} to confirm", { sign })}
            value={typed}
            autoCapitalize="none"
            spellCheck={false}
            onValue={setTyped}
          />
        </ReauthenticatedQuestion>
      ) : null}
    </PanelSection>
  );
}
