import { useState } from "react";
import { flushSync } from "react-dom";
import { t } from "#app/messages/t.ts";
import { getBrowserData } from "#app/platform/browser-data.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import { PanelSection } from "#app/ui/panel-section.tsx";
import { Question } from "#app/ui/question.tsx";
import { type Account, deleteAccount } from "./account.ts";
import { AccountActions } from "./account-section.tsx";
import { codeSentText } from "./reauthentication-fields.tsx";

/** Section to delete the account, confirmed by typing its email address or phone number. */
export function DeleteAccount({ account, onDeleted }: { account: Account; onDeleted: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const [current, setCurrent] = useState("");
  /** Null until a code was sent. */
  const [code, setCode] = useState<string | null>(null);
  const sign = account.email || (account.phone ?? "");

  async function handleDelete() {
    const reauthentication = { current, code: (code ?? "").replaceAll(" ", "") };
    const deletion = await deleteAccount(getBrowserData(), reauthentication);
    if (deletion.kind === "code-needed") {
      setCode("");
      throw new Error(codeSentText());
    }
    // Clears the typed values first, or the open dialog would show the unsaved-changes prompt.
    flushSync(handleClose);
    onDeleted();
  }

  function handleClose() {
    setAsking(false);
    setTyped("");
    setCurrent("");
    setCode(null);
  }

  return (
    <PanelSection title={t("Delete my account")}>
      <p>
        {t(
          "We cancel your unpaid orders. We keep other orders for our records, without your name, address, or phone number. An order on its way keeps them until it arrives.",
        )}
      </p>
      <AccountActions>
        <Button variation="danger" onClick={() => setAsking(true)}>
          {t("Delete my account")}
        </Button>
      </AccountActions>
      {isAsking ? (
        <Question
          title={t("Delete your account?")}
          yes={t("Delete account")}
          no={t("Keep account")}
          isYesOpen={typed.trim().toLowerCase() === sign.toLowerCase()}
          onYes={handleDelete}
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
          {code === null ? (
            <TextField
              label={t("Password")}
              type="password"
              value={current}
              autoComplete="current-password"
              hint={t("No password, or forgot it? Leave this empty and we'll send you a code")}
              onValue={setCurrent}
            />
          ) : (
            <TextField
              label={t("Code we sent you")}
              value={code}
              inputMode="numeric"
              autoComplete="one-time-code"
              onValue={setCode}
            />
          )}
        </Question>
      ) : null}
    </PanelSection>
  );
}
